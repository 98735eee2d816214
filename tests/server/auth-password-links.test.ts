/** Mailed links: for a forgotten password, and for an invitation. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { DAY, HOUR } from '../../src/core/ist-time.ts';
import { inviteAgain } from '../../src/server/services/accounts/invitations.ts';
import { addUser, changeUser } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type AuthSite, BASE_URL, type Browser, createAuthSite, ELSEWHERE, OWNER } from './auth-site.ts';

const NEW_PASSWORD = 'eight blue parrots';

const requestReset = (browser: Browser, email: string) =>
  browser.post('/api/auth/request-password-reset', { email });
const choose = (browser: Browser, token: string, newPassword = NEW_PASSWORD) =>
  browser.post('/api/auth/reset-password', { token, newPassword });

/** Reads the link in the newest mail. */
async function readLink(site: AuthSite, email: string): Promise<{ page: string; token: string }> {
  const [link = ''] = /http\S+/.exec(await site.mailTo(email)) ?? [];
  const { origin, pathname, searchParams } = new URL(link);
  return { page: `${origin}${pathname}`, token: searchParams.get('token') ?? '' };
}

const countMails = async ({ database }: AuthSite) =>
  (await database.db.selectFrom('mails').selectAll().execute()).length;

describeOnBothDatabases('a forgotten password', (engine) => {
  test('is replaced through a mailed link, which ends all sessions', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    const phone = site.browser(ELSEWHERE);
    expect(await (await requestReset(phone, 'Asha@example.org')).json()).toEqual({ status: true });
    const { page, token } = await readLink(site, OWNER.email);
    expect(page).toBe(`${BASE_URL}/admin/reset`);
    expect((await choose(phone, token)).status).toBe(200);
    expect(await owner.staffStatus()).toBe(401);
    expect((await phone.signIn()).status).toBe(401);
    expect((await phone.signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
    expect((await site.actions()).slice(-3)).toEqual([
      'Asked for a new password',
      'Chose a new password',
      'Signed in',
    ]);
  });

  engine.onSqlite('a valid link works after many invalid ones from the same network', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    const phone = site.browser(ELSEWHERE);
    await requestReset(phone, OWNER.email);
    const { token } = await readLink(site, OWNER.email);
    const stranger = site.browser(ELSEWHERE);
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await choose(stranger, `made-up-${i}`)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
    expect((await choose(phone, token)).status).toBe(200);
  });

  test('the link works once, also when used concurrently', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    await requestReset(site.browser(), OWNER.email);
    const { token } = await readLink(site, OWNER.email);
    const responses = await Promise.all(
      [1, 2, 3].map((n) => choose(site.browser(), token, `${n} ${NEW_PASSWORD}`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const late = await choose(site.browser(), token);
    expect([late.status, (await late.json()).code]).toEqual([400, 'link-expired']);
  });

  engine.onSqlite('the link works for an hour', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    await requestReset(site.browser(), OWNER.email);
    const { token } = await readLink(site, OWNER.email);
    site.wait(HOUR);
    expect((await choose(site.browser(), token)).status).toBe(400);
    expect((await site.browser().signIn()).status).toBe(200);
  });

  engine.onSqlite('a new password ends older links', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    await requestReset(site.browser(), OWNER.email);
    const { token: older } = await readLink(site, OWNER.email);
    site.wait(1);
    await requestReset(site.browser(), OWNER.email);
    const { token: newer } = await readLink(site, OWNER.email);
    expect((await choose(site.browser(), newer)).status).toBe(200);
    expect((await choose(site.browser(), older)).status).toBe(400);
  });

  engine.onSqlite('a refused password does not use up the link', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    await requestReset(site.browser(), OWNER.email);
    const { token } = await readLink(site, OWNER.email);
    for (const weak of ['qwerty123', OWNER.email, 'short']) {
      const response = await choose(site.browser(), token, weak);
      expect(response.status).toBe(422);
      expect((await response.json()).errors).toHaveProperty('newPassword');
    }
    expect((await choose(site.browser(), token)).status).toBe(200);
  });

  engine.onSqlite('the response does not reveal whether the account exists', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    const started = performance.now();
    const known = await requestReset(site.browser(), OWNER.email);
    const between = performance.now();
    const unknown = await requestReset(site.browser(), 'nobody@example.org');
    const ended = performance.now();
    expect(unknown.status).toBe(known.status);
    expect(await unknown.text()).toBe(await known.text());
    expect([...unknown.headers]).toEqual([...known.headers]);
    expect(between - started).toBeGreaterThanOrEqual(295);
    expect(ended - between).toBeGreaterThanOrEqual(295);
    expect(await countMails(site)).toBe(1);
  });

  engine.onSqlite('a disabled account gets no mail, and its older link is refused', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    await site.browser().signUp();
    const second = site.browser();
    const account = { email: 'second@example.org', password: OWNER.password };
    await second.signUp(account);
    const { id } = await (await second.get('/guarded/staff')).json();
    await requestReset(site.browser(), account.email);
    const { token } = await readLink(site, account.email);
    await changeUser(site.auth.accounts, { id, patch: { disabled: true } }, SYSTEM);
    const response = await choose(site.browser(), token);
    expect([response.status, (await response.json()).code]).toEqual([403, 'account-disabled']);
    await requestReset(site.browser(), account.email);
    expect(await countMails(site)).toBe(1);
  });

  engine.onSqlite(
    'at most three mails are sent to an account, and ten requests accepted from an address',
    async () => {
      const site = await createAuthSite(await engine.open());
      await site.browser().signUp();
      const responses: number[] = [];
      for (let i = 0; i < 11; i += 1)
        responses.push((await requestReset(site.browser(ELSEWHERE), OWNER.email)).status);
      expect(responses).toEqual([...Array<number>(10).fill(200), 429]);
      expect(await countMails(site)).toBe(3);
    },
  );

  engine.onSqlite(
    'after a reset the owner can sign in although the address had reached its limit',
    async () => {
      const site = await createAuthSite(await engine.open());
      await site.browser().signUp();
      for (let i = 0; i < 6; i += 1)
        await site.browser(ELSEWHERE).signIn({ ...OWNER, password: `guess ${i}` });
      const phone = site.browser(ELSEWHERE);
      expect((await phone.signIn()).status).toBe(429);
      await requestReset(phone, OWNER.email);
      await choose(phone, (await readLink(site, OWNER.email)).token);
      expect((await phone.signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
    },
  );

  engine.onSqlite('the database does not contain the token of the link', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    await requestReset(site.browser(), OWNER.email);
    const { token } = await readLink(site, OWNER.email);
    const tokens = await site.database.db.selectFrom('account_tokens').selectAll().execute();
    const activity = await site.database.db.selectFrom('activity').selectAll().execute();
    expect(tokens).toHaveLength(1);
    expect(JSON.stringify([tokens, activity])).not.toContain(token);
  });

  engine.onSqlite('a password change ends the link', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    await requestReset(site.browser(), OWNER.email);
    const { token } = await readLink(site, OWNER.email);
    const body = { currentPassword: OWNER.password, newPassword: NEW_PASSWORD };
    expect((await owner.post('/api/auth/change-password', body)).status).toBe(200);
    expect((await choose(site.browser(), token, 'nine red parrots')).status).toBe(400);
  });
});

describeOnBothDatabases('an invitation', (engine) => {
  const guest = { email: 'meera@example.org', role: 'editor' } as const;

  async function invite(site: AuthSite) {
    await site.browser().signUp();
    return addUser(site.auth.accounts, guest, { id: null, name: 'Asha' });
  }

  test('is mailed and lets the person choose a password', async () => {
    const site = await createAuthSite(await engine.open());
    const staff = await invite(site);
    expect(staff).toMatchObject({ ...guest, name: 'meera', canSignIn: false, disabled: false });
    expect(await site.mailTo(guest.email)).toContain('Asha has created an account for you');
    const browser = site.browser(ELSEWHERE);
    expect((await browser.signIn({ ...guest, password: NEW_PASSWORD })).status).toBe(401);
    const { page, token } = await readLink(site, guest.email);
    expect(page).toBe(`${BASE_URL}/admin/welcome`);
    site.wait(7 * DAY - 1);
    expect((await choose(browser, token)).status).toBe(200);
    expect((await browser.signIn({ ...guest, password: NEW_PASSWORD })).status).toBe(200);
    expect((await browser.get('/guarded/admin')).status).toBe(403);
    expect((await choose(browser, token)).status).toBe(400);
    expect((await site.actions()).slice(-3)).toEqual(['Invited', 'Accepted invitation', 'Signed in']);
  });

  test('is valid for seven days, and sending it again ends the first', async () => {
    const site = await createAuthSite(await engine.open());
    const { id } = await invite(site);
    const { token: first } = await readLink(site, guest.email);
    site.wait(7 * DAY);
    expect((await choose(site.browser(), first)).status).toBe(400);
    await inviteAgain(site.auth.accounts, id, SYSTEM);
    const { token: second } = await readLink(site, guest.email);
    expect(second).not.toBe(first);
    expect((await choose(site.browser(), second)).status).toBe(200);
    await expect(inviteAgain(site.auth.accounts, id, SYSTEM)).rejects.toThrow('waits for its first password');
  });
});
