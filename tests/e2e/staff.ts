/** Browser tests that create and change accounts, and read their mails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { codeFrom } from '../support/authenticator.ts';
import { PASSWORD, type Role, SIGNED_OUT, sendSignIn } from './accounts.ts';
import { test as base, expect } from './panel.ts';

export interface Person {
  id: string;
  email: string;
  name: string;
}

type Fixtures = {
  /** Adds an account that can sign in and is not used by other tests. */
  addPerson(role: Role): Promise<Person>;
  /** Signs in on the test's page, replacing the current session. */
  signInHere(person: Pick<Person, 'email'>, password?: string): Promise<void>;
  /** Opens another browser that is signed in with this account. */
  openAs(person: Person): Promise<BrowserContext>;
  /** Ends every session of an account, as another Admin. */
  endSessions(person: Person): Promise<void>;
  /** Path of the link to a page in the newest mail to an address, once it has arrived. */
  linkTo(email: string, page: string): Promise<string>;
};

/** The server checks the session of an open stream at least this often, in milliseconds. */
export const SESSION_CHECKED_WITHIN = 10_000;

let people = 0;

export const test = base.extend<Fixtures>({
  addPerson: ({ api }, use) =>
    use(async (role) => {
      people += 1;
      const person = { name: `Person ${people}`, email: `person${people}@example.com` };
      const response = await api.post('/api/admin/users', { data: { ...person, role, password: PASSWORD } });
      expect(response.status(), await response.text()).toBe(201);
      return (await response.json()) as Person;
    }),

  signInHere: ({ context, server }, use) =>
    use(async ({ email }, password = PASSWORD) => {
      await context.clearCookies();
      await sendSignIn(context.request, server.url, email, password);
    }),

  openAs: async ({ browser, server, contextOptions }, use) => {
    const opened: BrowserContext[] = [];
    await use(async ({ email }) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: server.url,
        storageState: SIGNED_OUT,
      });
      opened.push(context);
      await sendSignIn(context.request, server.url, email);
      return context;
    });
    for (const context of opened) await context.close();
  },

  endSessions: ({ api }, use) =>
    use(async ({ id }) => {
      expect((await api.delete(`/api/admin/users/${id}/sessions`)).status()).toBe(204);
    }),

  linkTo: ({ site: { dataDir } }, use) =>
    use(async (email, page) => {
      let link: string | undefined;
      await expect(() => {
        link = newestLink(dataDir, email, page);
        expect(link, `a mail to ${email} with a link to ${page}`).toBeDefined();
      }).toPass({ timeout: 5_000, intervals: [50] });
      return link ?? '';
    }),
});

/** Chooses a menu item of an account in the list of users. */
export async function chooseFor(page: Page, { name }: Pick<Person, 'name'>, choice: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: choice }).click();
}

export async function turnOnTwoFactor(
  api: APIRequestContext,
): Promise<{ totpURI: string; backupCodes: string[] }> {
  const enabled = await api.post('/api/auth/two-factor/enable', { data: { password: PASSWORD } });
  const prepared = await enabled.json();
  const code = codeFrom(prepared.totpURI);
  const verified = await api.post('/api/auth/two-factor/verify-totp', { data: { code } });
  expect(verified.status(), await verified.text()).toBe(200);
  return prepared;
}

function newestLink(dataDir: string, email: string, page: string): string | undefined {
  const outbox = join(dataDir, 'outbox');
  const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : [];
  return files
    .sort()
    .map((file) => decode(readFileSync(join(outbox, file), 'utf8')))
    .filter((mail) => mail.includes(`\nTo: ${email}`))
    .map((mail) => mail.match(/^https?:\/\/[^/\s]+(\/\S+)/m)?.[1])
    .findLast((link) => link?.startsWith(page));
}

/** Decodes quoted-printable as far as links need it. */
const decode = (mail: string): string =>
  mail.replaceAll('\r', '').replaceAll('=\n', '').replaceAll('=3D', '=');

export { expect };
