/** Browser tests of the panel: pages signed in as Admin, and the API with that session. */
import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test';
import { PASSWORD, type Role, SIGNED_OUT } from './accounts.ts';
import { test as base, expect, newClientAddress } from './fixtures.ts';

export const TODAY = '2026-11-15';

/** Console messages of a browser for an unreachable server and for rejected requests. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED/;
export const REFUSED = /status of 401/;
export const STALE = /status of 412/;

type Fixtures = {
  /** The role that is signed in on the test's page. */
  role: Role;
  /** The API with the session of an Admin. */
  api: APIRequestContext;
  /** Opens another browser, signed in with this role. */
  openBrowser(role: Role): Promise<Page>;
};

export const test = base.extend<Fixtures>({
  siteName: 'staff',
  role: ['admin', { option: true }],
  storageState: ({ site, role }, use) => use(site.sessions[role] ?? SIGNED_OUT),

  api: async ({ site, server }, use) => {
    const api = await request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { Origin: server.url, 'X-Forwarded-For': newClientAddress() },
      storageState: site.sessions.admin ?? SIGNED_OUT,
    });
    await use(api);
    await api.dispose();
  },

  openBrowser: async ({ browser, site, server }, use) => {
    const opened: Page[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        baseURL: server.url,
        storageState: site.sessions[role] ?? SIGNED_OUT,
      });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

/** The visible toast: the page also contains its text for screen readers. */
export const toastWith = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

export const sessionLostDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Your session has ended' });

export async function signInAgain(page: Page): Promise<void> {
  await sessionLostDialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(sessionLostDialog(page)).toBeHidden();
}

/** What a tab tells the others when somebody has signed in or out; `admin-session.spec.ts` does it with two tabs. */
export const tellAsOtherTab = (page: Page): Promise<void> =>
  page.evaluate(() => new BroadcastChannel('session').postMessage('changed'));

/**
 * Makes the panel fetch again, as it does when its tab is shown, until the expectation is met: nothing is fetched while
 * a request from before is under way.
 */
export const refreshUntil = (page: Page, expectation: () => Promise<void> | void): Promise<void> =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expectation();
  }).toPass();

/** Expects that a click on the middle of the control would hit it, whatever else is shown. */
export async function expectUncoveredOnPhoneAndDesktop(page: Page, control: Locator): Promise<void> {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(viewport);
    await control.scrollIntoViewIfNeeded();
    const isHit = () =>
      control.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await expect.poll(isHit).toBe(true);
  }
}

/** Holds back requests to a URL; returns a function that sends them. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let send = () => {};
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(url, async (route) => {
    await isSent;
    await route.continue();
  });
  return send;
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not reach it.');
}

export { expect };
