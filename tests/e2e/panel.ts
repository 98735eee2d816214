/** Browser tests of the panel: a site with one Admin and one Editor, and pages on which they are signed in. */
import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test';
import { makeDataDir, startServer } from '../support/server.ts';
import { test as base, expect } from './fixtures.ts';

export type Role = 'admin' | 'editor';

type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

export const PASSWORD = 'wheel-of-gold-27';
export const ACCOUNTS = {
  admin: { email: 'asha@example.com', name: 'Asha' },
  editor: { email: 'biju@example.com', name: 'Biju' },
} as const;

/** Eight in the morning in India: the drafts of the day are there, and nothing of it is due. */
const CLOCK_START = '2026-11-15T02:30:00.000Z';
export const TODAY = '2026-11-15';

/** Backups are made when a test asks for one, and not in its midst. */
export const STAFFED = {
  ADMIN_EMAIL: ACCOUNTS.admin.email,
  ADMIN_PASSWORD: PASSWORD,
  CLOCK_START,
  BACKUP_EVERY_HOURS: '0',
};

type WorkerFixtures = {
  /** Where the server keeps its things. */
  dataDir: string;
  /** What each account's browser remembers once it has signed in. */
  sessions: Record<Role, Session>;
};

type Fixtures = {
  /** Who is signed in on the test's page. */
  role: Role;
  /** The API as an Admin calls it. */
  api: APIRequestContext;
  /** One more browser, signed in as somebody. */
  openBrowser(role: Role): Promise<Page>;
};

async function signIn(url: string, role: Role): Promise<Session> {
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { Origin: url } });
  const { email } = ACCOUNTS[role];
  const answer = await api.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
  const session = await api.storageState();
  await api.dispose();
  return session;
}

/** A message of the panel, where people see it: for those who hear it, the same words are elsewhere as well. */
export const toastWith = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** The browser itself says so when it cannot reach a server, or is refused something. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED/;
export const REFUSED = /status of 401/;
export const STALE = /status of 412/;

export const sessionLostDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Your session has ended' });

export async function signInAgain(page: Page): Promise<void> {
  await sessionLostDialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(sessionLostDialog(page)).toBeHidden();
}

/** As people who use no mouse get there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('No number of tabs leads there.');
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const { path, remove } = makeDataDir();
      await use(path);
      remove();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ dataDir }, use) => {
      const server = await startServer({ ...STAFFED, DATA_DIR: dataDir });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  sessions: [
    async ({ server }, use) => {
      const admin = await signIn(server.url, 'admin');
      const api = await request.newContext({
        baseURL: server.url,
        extraHTTPHeaders: { Origin: server.url },
        storageState: admin,
      });
      const answer = await api.post('/api/admin/users', {
        data: { ...ACCOUNTS.editor, role: 'editor', password: PASSWORD },
      });
      expect(answer.status(), await answer.text()).toBe(201);
      await api.dispose();
      await use({ admin, editor: await signIn(server.url, 'editor') });
    },
    { scope: 'worker' },
  ],

  role: ['admin', { option: true }],
  storageState: ({ sessions, role }, use) => use(sessions[role]),

  api: async ({ server, sessions }, use) => {
    const api = await request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { Origin: server.url },
      storageState: sessions.admin,
    });
    await use(api);
    await api.dispose();
  },

  openBrowser: async ({ browser, sessions, baseURL, viewport, hasTouch, isMobile }, use) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        viewport,
        hasTouch,
        isMobile,
        storageState: sessions[role],
      });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

export { expect };
