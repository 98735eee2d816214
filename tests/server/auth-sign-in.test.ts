/** Signing in and out: cookies, refusals, other sites, disabled accounts, sessions. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { findSession } from '../../src/server/auth/sessions.ts';
import { endSession, listSessions } from '../../src/server/services/accounts/user-access.ts';
import { changeUser } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type AuthSite, type Browser, createAuthSite, ELSEWHERE, OWNER } from './auth-site.ts';

const SIGN_IN_FAILED =
  'Invalid email or password. If this is your first time, click "Create Admin Account" below.';

async function ownerOf(site: AuthSite): Promise<{ owner: Browser; id: string }> {
  const owner = site.browser();
  await owner.signUp();
  const { id } = await (await owner.get('/guarded/staff')).json();
  return { owner, id };
}

describeOnBothDatabases('signing in', (engine) => {
  test('works with the right password, and ignores the case of the e-mail address', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    const browser = site.browser(ELSEWHERE);
    expect(await browser.staffStatus()).toBe(401);
    const response = await browser.signIn({ ...OWNER, email: 'Asha@Example.ORG' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect((await response.json()).user).toMatchObject({ email: OWNER.email, role: 'admin' });
    expect(await browser.staffStatus()).toBe(200);
    const [session] = await site.database.db
      .selectFrom('session')
      .selectAll()
      .where('ipAddress', '=', ELSEWHERE.address)
      .execute();
    expect(session).toBeDefined();
  });

  test('a wrong password and an unknown address get the same response, with the specified text', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    const wrong = await site.browser().signIn({ ...OWNER, password: 'not that one' });
    const unknown = await site.browser().signIn({ ...OWNER, email: 'nobody@example.org' });
    expect([wrong.status, wrong.headers.get('Content-Type')]).toEqual([401, 'application/problem+json']);
    const problem = await wrong.json();
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Sign-in failed',
      status: 401,
      code: 'sign-in-failed',
      detail: SIGN_IN_FAILED,
      message: SIGN_IN_FAILED,
    });
    expect(unknown.status).toBe(401);
    expect(await unknown.json()).toEqual(problem);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  test.each([
    ['no JSON', '{', { 'Content-Type': 'application/json' }, 400],
    ['a form', 'email=a', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['no fields', '{}', { 'Content-Type': 'application/json' }, 422],
    ['a list', '[]', { 'Content-Type': 'application/json' }, 422],
  ])('%s is refused', async (_, body, headers, status) => {
    const site = await createAuthSite(await engine.open());
    const response = await site.browser().send('POST', '/api/auth/sign-in/email', body, headers);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      status,
      'application/problem+json',
    ]);
  });

  test('cookies are HttpOnly and SameSite=Lax, and with https Secure and __Host-', async () => {
    const plain = await createAuthSite(await engine.open());
    const overHttp = (await plain.browser().signUp()).headers.getSetCookie();
    const secure = await createAuthSite(await engine.open(), { baseUrl: 'https://results.example.org' });
    const overHttps = (await secure.browser().signUp()).headers.getSetCookie();
    const names = (cookies: string[]) => cookies.map((cookie) => cookie.split('=')[0]);
    expect(names(overHttp)).toEqual(['swarna-chakra.session_token', 'swarna-chakra.known_device']);
    expect(names(overHttps)).toEqual([
      '__Host-swarna-chakra.session_token',
      '__Host-swarna-chakra.known_device',
    ]);
    for (const cookie of [...overHttp, ...overHttps]) {
      expect(cookie).toContain('HttpOnly');
      expect(cookie).toContain('SameSite=Lax');
      expect(cookie).toContain('Path=/');
      expect(cookie).not.toContain('Domain');
    }
    expect(overHttp.some((cookie) => cookie.includes('Secure'))).toBe(false);
    expect(overHttps.every((cookie) => cookie.includes('Secure'))).toBe(true);
    expect(overHttps[0]).toContain(`Max-Age=${7 * 24 * 3600}`);
  });

  test('a changed session cookie gets 401', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    const [name = '', value = ''] = [...owner.cookies].find(([key]) => key.endsWith('session_token')) ?? [];
    const thief = site.browser();
    thief.cookies.set(
      name,
      value.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')),
    );
    expect(await thief.staffStatus()).toBe(401);
    thief.cookies.set(name, value);
    expect(await thief.staffStatus()).toBe(200);
  });

  test.each([
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['Origin: null', { Origin: 'null' }],
    ['another port', { Origin: 'http://localhost:4501' }],
    ['https instead of http', { Origin: 'https://localhost:4500' }],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('writes with %s get 403', async (_, headers) => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    for (const path of ['/guarded/staff', '/api/auth/sign-out', '/api/auth/sign-in/email']) {
      const response = await owner.post(path, OWNER, headers);
      expect([response.status, (await response.json()).code]).toEqual([403, 'cross-site']);
    }
    expect((await owner.get('/guarded/staff', headers)).status).toBe(200);
  });

  test('writes from 127.0.0.1 and without an Origin are accepted', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    expect((await owner.post('/guarded/staff', {}, { Origin: 'http://127.0.0.1:4500' })).status).toBe(200);
    const headers = { 'Content-Type': 'application/json' };
    const response = await owner.send('POST', '/api/auth/sign-out', '{}', headers);
    expect(response.status).toBe(200);
    expect(await owner.staffStatus()).toBe(401);
  });

  test('signing out ends the session, not only the cookie', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    const copy = site.browser();
    for (const [name, value] of owner.cookies) copy.cookies.set(name, value);
    expect((await owner.post('/api/auth/sign-out')).status).toBe(200);
    expect(await copy.staffStatus()).toBe(401);
    expect(await site.actions()).toEqual(['Signed up', 'Signed in', 'Signed out']);
  });

  test.each(['/guarded/staff', '/api/auth/get-session'])('a session is extended by %s', async (path) => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    const db = site.database.betterAuthTables;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await db
      .updateTable('session')
      .set({ expiresAt: inDays(5) })
      .execute();
    expect(await findSession(site.auth, owner.headers())).not.toBeNull();
    const response = await owner.get(path);
    expect(response.headers.getSetCookie()[0]).toContain(`Max-Age=${7 * 24 * 3600}`);
    expect((await owner.get(path)).headers.getSetCookie()).toEqual([]);
    const row = await db.selectFrom('session').select('expiresAt').executeTakeFirstOrThrow();
    expect(new Date(row.expiresAt).getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    await db
      .updateTable('session')
      .set({ expiresAt: inDays(-0.001) })
      .execute();
    expect(await owner.staffStatus()).toBe(401);
  });

  test('a password change that also extends the session does not end it', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await site.database.betterAuthTables.updateTable('session').set({ expiresAt: soon }).execute();
    const response = await owner.post('/api/auth/change-password', {
      currentPassword: OWNER.password,
      newPassword: 'eight blue parrots',
    });
    expect(response.status).toBe(200);
    expect(await owner.staffStatus()).toBe(200);
  });

  test('disabling an account ends its sessions, and is revealed only with the right password', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    await ownerOf(site);
    const editor = site.browser();
    const account = { email: 'editor@example.org', password: 'nine red parrots' };
    await editor.signUp(account);
    const { id } = await (await editor.get('/guarded/staff')).json();
    await changeUser(site.auth.accounts, { id, patch: { disabled: true } }, SYSTEM);
    expect(await editor.staffStatus()).toBe(401);
    const right = await editor.signIn(account);
    expect([right.status, (await right.json()).code]).toEqual([403, 'account-disabled']);
    const wrong = await editor.signIn({ ...account, password: 'not that one' });
    expect([wrong.status, (await wrong.json()).detail]).toEqual([401, SIGN_IN_FAILED]);
    await changeUser(site.auth.accounts, { id, patch: { disabled: false } }, SYSTEM);
    expect(await editor.staffStatus()).toBe(401);
    expect((await editor.signIn(account)).status).toBe(200);
  });

  test('a session created while its account was disabled gets 401', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    await site.database.betterAuthTables.updateTable('user').set({ disabled: true }).execute();
    expect(await (await owner.get('/api/auth/get-session')).json()).toBeNull();
    expect((await owner.get('/api/auth/list-sessions')).status).toBe(401);
    expect(await site.database.db.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  test('a changed role takes effect at once', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    await ownerOf(site);
    const second = site.browser();
    await second.signUp({ email: 'second@example.org' });
    const { id } = await (await second.get('/guarded/admin')).json();
    await changeUser(site.auth.accounts, { id, patch: { role: 'editor' } }, SYSTEM);
    const response = await second.get('/guarded/admin');
    expect([response.status, (await response.json()).code]).toEqual([403, 'forbidden']);
    expect(await second.staffStatus()).toBe(200);
  });

  test('own sessions are listed, and ended one by one or all others together', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    const [phone, library] = [site.browser(ELSEWHERE), site.browser(ELSEWHERE)];
    await phone.signIn();
    await library.signIn();
    const sessions = await (await owner.get('/api/auth/list-sessions')).json();
    expect(sessions).toHaveLength(3);
    const { session: own } = await (await phone.get('/api/auth/get-session')).json();
    expect((await owner.post('/api/auth/revoke-session', { token: own.token })).status).toBe(200);
    expect(await phone.staffStatus()).toBe(401);
    expect(await library.staffStatus()).toBe(200);
    expect((await owner.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    expect(await library.staffStatus()).toBe(401);
    expect(await owner.staffStatus()).toBe(200);
  });

  test("an Admin lists and ends others' sessions", async () => {
    const site = await createAuthSite(await engine.open());
    const { owner, id } = await ownerOf(site);
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    const sessions = await listSessions(site.auth.accounts, id);
    expect(sessions.map(({ address }) => address).sort()).toEqual(['127.0.0.1', ELSEWHERE.address]);
    expect(JSON.stringify(sessions)).not.toContain('token');
    const sessionId = sessions.find(({ address }) => address === ELSEWHERE.address)?.id ?? '';
    await endSession(site.auth.accounts, { userId: id, sessionId }, SYSTEM);
    expect(await phone.staffStatus()).toBe(401);
    expect(await owner.staffStatus()).toBe(200);
    await expect(endSession(site.auth.accounts, { userId: id, sessionId }, SYSTEM)).rejects.toThrow(
      'no such session',
    );
  });

  test('unused routes of Better Auth return 404', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    for (const path of [
      'delete-user',
      'change-email',
      'update-user',
      'sign-in/social',
      'two-factor/send-otp',
    ]) {
      expect((await owner.post(`/api/auth/${path}`, {})).status).toBe(404);
    }
  });

  test('the activity log contains no password or hash', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await ownerOf(site);
    await owner.post('/api/auth/change-password', {
      currentPassword: OWNER.password,
      newPassword: 'eight blue parrots',
    });
    const entries = await site.database.db.selectFrom('activity').selectAll().execute();
    expect(entries.map(({ action }) => action)).toEqual(['Signed up', 'Signed in', 'Changed the password']);
    expect(JSON.stringify(entries)).not.toContain('parrots');
    expect(JSON.stringify(entries)).not.toContain('argon2');
    expect(site.errors).toEqual([]);
  });
});
