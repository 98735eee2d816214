/** Signing in and out: cookies, refusals, other sites, disabled accounts. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { changeUser } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { BASE_URL, createAuthSite, ELSEWHERE, OWNER, signUpOwner } from './auth-site.ts';

const SIGN_IN_FAILED =
  'Invalid email or password. If this is your first time, click "Create Admin Account" below.';

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

  engine.onSqlite('works once Better Auth can be set up, after that failed at first', async () => {
    const database = await engine.open();
    await (await createAuthSite(database)).browser().signUp();
    let failures = 1;
    const site = await createAuthSite({
      ...database,
      get betterAuthTables() {
        if (failures > 0) {
          failures -= 1;
          throw new Error('not yet');
        }
        return database.betterAuthTables;
      },
    });
    await expect(site.browser().signIn()).rejects.toThrow('not yet');
    expect((await site.browser().signIn()).status).toBe(200);
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

  engine.onSqlite.each([
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

  engine.onSqlite('cookies are HttpOnly and SameSite=Lax, and with https Secure and __Host-', async () => {
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

  engine.onSqlite('a changed session cookie gets 401', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
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

  engine.onSqlite.each([
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['Origin: null', { Origin: 'null' }],
    ['another port', { Origin: 'http://localhost:4501' }],
    ['https instead of http', { Origin: 'https://localhost:4500' }],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('writes with %s get 403', async (_, headers) => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    for (const path of ['/guarded/staff', '/api/auth/sign-out', '/api/auth/sign-in/email']) {
      const response = await owner.post(path, OWNER, headers);
      expect([response.status, (await response.json()).code]).toEqual([403, 'cross-site']);
    }
    expect((await owner.get('/guarded/staff', headers)).status).toBe(200);
  });

  engine.onSqlite('writes from 127.0.0.1 and without an Origin are accepted', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    expect((await owner.post('/guarded/staff', {}, { Origin: 'http://127.0.0.1:4500' })).status).toBe(200);
    const headers = { 'Content-Type': 'application/json' };
    const response = await owner.send('POST', '/api/auth/sign-out', '{}', headers);
    expect(response.status).toBe(200);
    expect(await owner.staffStatus()).toBe(401);
  });

  engine.onSqlite('signing out ends the session, not only the cookie', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    const copy = site.browser();
    for (const [name, value] of owner.cookies) copy.cookies.set(name, value);
    expect((await owner.post('/api/auth/sign-out')).status).toBe(200);
    expect(await copy.staffStatus()).toBe(401);
    expect(await site.actions()).toEqual(['Signed up', 'Signed in', 'Signed out']);
  });

  test('disabling an account ends its sessions, and is revealed only with the right password', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    await signUpOwner(site);
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

  engine.onSqlite('a request without a body gets 422 and names the missing fields', async () => {
    const site = await createAuthSite(await engine.open());
    const headers = { Origin: BASE_URL };
    for (const path of ['sign-in/email', 'request-password-reset']) {
      const response = await site.browser().send('POST', `/api/auth/${path}`, null, headers);
      expect([path, response.status]).toEqual([path, 422]);
      expect((await response.json()).errors).toHaveProperty('email');
    }
  });

  engine.onSqlite('unused routes of Better Auth return 404', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
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

  engine.onSqlite('the activity log contains no password or hash', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    await owner.post('/api/auth/change-password', {
      currentPassword: OWNER.password,
      newPassword: 'eight blue parrots',
    });
    expect(await site.actions()).toEqual(['Signed up', 'Signed in', 'Changed the password']);
    const entries = await site.database.db.selectFrom('activity').selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain('parrots');
    expect(JSON.stringify(entries)).not.toContain('argon2');
    expect(site.errors).toEqual([]);
  });
});
