/** Who may create an account: policies, the setup code, and concurrent first sign-ups. */
import { expect, test } from 'bun:test';
import { createFirstAdmin, findSetupCode } from '../../src/server/auth/create-auth.ts';
import { signUpAdmin } from '../../src/server/services/accounts/first-account.ts';
import { startNewEpoch } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type AuthSite, at, createAuthSite, ELSEWHERE, ON_THE_SERVER, OWNER } from './auth-site.ts';

describeOnBothDatabases('signing up', (engine) => {
  test('the first account is an Admin and is signed in', async () => {
    const site = await createAuthSite(await engine.open());
    const browser = site.browser();
    expect(await (await browser.get('/api/auth/policy')).json()).toEqual({
      signup: 'first',
      accountExists: false,
      setupCodeNeeded: true,
    });
    const response = await browser.signUp();
    expect(response.status).toBe(200);
    const me = await (await browser.get('/guarded/admin')).json();
    expect(me).toMatchObject({ email: OWNER.email, name: 'asha', role: 'admin', twoFactorEnabled: false });
    expect(await site.actions()).toEqual(['Signed up', 'Signed in']);
  });

  engine.onSqlite('the second account gets 403 with a text', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp();
    const response = await site.browser().signUp({ email: 'second@example.org' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'signup-closed',
      status: 403,
      detail: 'Accounts can no longer be created here. Ask an Admin to invite you.',
      message: 'Accounts can no longer be created here. Ask an Admin to invite you.',
    });
    expect(await (await site.browser().get('/api/auth/policy')).json()).toEqual({
      signup: 'first',
      accountExists: true,
      setupCodeNeeded: false,
    });
  });

  test('one of many concurrent first sign-ups succeeds', async () => {
    // SQLite has one connection per process; several processes are tested in services-race.test.ts.
    const nodes = engine.kind === 'sqlite' ? 1 : 3;
    const location = await engine.newLocation();
    const sites: AuthSite[] = [];
    for (let node = 0; node < nodes; node += 1) {
      sites.push(await createAuthSite(await engine.open(location)));
    }
    const responses = await Promise.all(
      Array.from({ length: 9 }, (_, index) => {
        const site = sites[index % sites.length];
        return site?.browser().signUp({ email: `person${index}@example.org` });
      }),
    );
    const statuses = responses.map((response) => response?.status).sort();
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403, 403, 403, 403]);
    const users = await sites[0]?.database.db.selectFrom('user').selectAll().execute();
    expect(users).toHaveLength(1);
  });

  test('open: later accounts need no code and are Admins, and a taken address gets 409', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    expect((await site.browser().signUp()).status).toBe(200);
    expect(await findSetupCode(site.auth)).toBeNull();
    const second = site.browser(ELSEWHERE);
    expect((await second.signUp({ email: 'second@example.org' })).status).toBe(200);
    expect((await second.get('/guarded/admin')).status).toBe(200);
    expect((await site.browser().signUp({ email: 'SECOND@example.org' })).status).toBe(409);
  });

  engine.onSqlite('closed: even the first account gets 403', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'closed' });
    expect((await site.browser().signUp()).status).toBe(403);
    expect(await findSetupCode(site.auth)).toBeNull();
    expect(await (await site.browser().get('/api/auth/policy')).json()).toMatchObject({
      setupCodeNeeded: false,
    });
  });

  const policies = ['first', 'open'] as const;
  const places = [ON_THE_SERVER, at('::1'), ELSEWHERE];
  const cases = policies.flatMap((signup) => places.map((place) => ({ signup, place })));

  engine.onSqlite.each(cases)('the first account needs the setup code: %p', async ({ signup, place }) => {
    const site = await createAuthSite(await engine.open(), { signup });
    const browser = site.browser(place);
    expect(await (await browser.get('/api/auth/policy')).json()).toMatchObject({ setupCodeNeeded: true });
    const code = (await findSetupCode(site.auth)) ?? '';
    for (const setupCode of [undefined, '', ' - ', 'ABCD-EFGH', `${code}A`, `${code.slice(0, -1)}\u0410`]) {
      const refused = await browser.signUp({ setupCode });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: 'setup-code',
        errors: { setupCode: expect.stringContaining('log') },
      });
    }
    expect(await site.database.db.selectFrom('user').selectAll().execute()).toEqual([]);
    expect((await browser.signUp({ setupCode: ` ${code.toLowerCase().replace('-', ' ')}` })).status).toBe(
      200,
    );
    expect(await findSetupCode(site.auth)).toBeNull();
  });

  engine.onSqlite('a blank setup code is refused and is not counted as a guess', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    const browser = site.browser();
    for (let request = 0; request < 12; request += 1)
      expect((await browser.signUp({ setupCode: '  ' })).status).toBe(403);
    expect((await browser.signUp({ setupCode: (await findSetupCode(site.auth)) ?? '' })).status).toBe(200);
  });

  test('open: of concurrent sign-ups only the one with the code becomes the first', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    const setupCode = await findSetupCode(site.auth);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        site.browser(at(`203.0.113.${index}`)).post('/api/auth/sign-up/email', {
          ...OWNER,
          email: `person${index}@example.org`,
          ...(index === 7 && { setupCode }),
        }),
      ),
    );
    expect(responses[7]?.status).toBe(200);
    const users = await site.database.db.selectFrom('user').selectAll().orderBy('createdAt').execute();
    expect(users).toHaveLength(responses.filter(({ status }) => status === 200).length);
    const [first] = await site.database.db
      .selectFrom('activity')
      .select('target')
      .where('action', '=', 'Signed up')
      .orderBy('id')
      .execute();
    expect(first?.target).toBe('person7@example.org');
  });

  test('a sign-up without a code is refused if all accounts are deleted while it runs', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    await site.browser().signUp();
    const { accounts } = site.auth;
    await site.database.betterAuthTables.deleteFrom('user').execute();
    const late = signUpAdmin(accounts, OWNER, { onlyAsFirst: false, hasSetupCode: async () => false });
    await expect(late).rejects.toThrow('setup code');
    expect(await site.database.db.selectFrom('user').selectAll().execute()).toEqual([]);
  });

  test('the setup code of a former epoch is refused', async () => {
    const site = await createAuthSite(await engine.open());
    const former = await findSetupCode(site.auth);
    await site.database.write((tx) => startNewEpoch(tx, 'restored'));
    expect(await findSetupCode(site.auth)).not.toBe(former);
    expect((await site.browser().signUp({ setupCode: former })).status).toBe(403);
    expect((await site.browser().signUp()).status).toBe(200);
  });

  engine.onSqlite('after ten wrong setup codes even the right one gets 429', async () => {
    const site = await createAuthSite(await engine.open());
    const browser = site.browser(ELSEWHERE);
    for (let i = 0; i < 10; i += 1) await browser.signUp({ setupCode: `wrong-${i}` });
    const response = await browser.signUp();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBe(15 * 60);
    site.wait(15 * 60_000);
    expect((await browser.signUp()).status).toBe(200);
  });

  test('all nodes of a site have the same setup code, and other sites another', async () => {
    const location = await engine.newLocation();
    const one = await createAuthSite(await engine.open(location));
    const other = await createAuthSite(await engine.open(location));
    const elsewhere = await createAuthSite(await engine.open(await engine.newEmptyLocation()));
    const code = await findSetupCode(one.auth);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(await findSetupCode(other.auth)).toBe(code);
    expect(await findSetupCode(elsewhere.auth)).not.toBe(code);
  });

  test('the configured Admin is created once over all nodes and starts', async () => {
    const location = await engine.newLocation();
    const one = await createAuthSite(await engine.open(location));
    const other = await createAuthSite(await engine.open(location));
    const admin = { email: 'Asha@Example.org', password: OWNER.password };
    const starts = engine.kind === 'sqlite' ? [one] : [one, other];
    await Promise.all(starts.map(({ auth }) => createFirstAdmin(auth, admin)));
    await createFirstAdmin(one.auth, { ...admin, email: 'another@example.org' });
    const users = await one.database.db.selectFrom('user').selectAll().execute();
    expect(users.map(({ email, role }) => [email, role])).toEqual([[OWNER.email, 'admin']]);
    expect((await one.browser().signIn()).status).toBe(200);
  });

  engine.onSqlite('a common ADMIN_PASSWORD throws an error that names it', async () => {
    const site = await createAuthSite(await engine.open());
    const weak = { email: OWNER.email, password: 'password123' };
    await expect(createFirstAdmin(site.auth, weak)).rejects.toThrow('ADMIN_PASSWORD is refused');
  });

  engine.onSqlite.each([
    [{ password: 'short' }, 'password', 'Password must be at least 6 characters.'],
    [{ password: 'Password123' }, 'password', 'one of the first that strangers try'],
    [{ password: 'ASHA@example.org' }, 'password', 'must not be the e-mail address'],
    [{ email: 'not an address' }, 'email', 'Please enter a valid e-mail address.'],
  ])('%p gets 422 with an error for the field, and nothing is stored', async (fields, field, text) => {
    const site = await createAuthSite(await engine.open());
    const response = await site.browser().signUp(fields);
    expect(response.status).toBe(422);
    const problem = await response.json();
    expect(problem.errors[field]).toContain(text);
    expect(await site.database.db.selectFrom('user').selectAll().execute()).toEqual([]);
  });

  engine.onSqlite('sign-up ignores extra fields, and the route of Better Auth itself is closed', async () => {
    const site = await createAuthSite(await engine.open());
    await site.browser().signUp({ role: 'editor', disabled: true, emailVerified: true });
    const [user] = await site.database.db.selectFrom('user').selectAll().execute();
    expect(user?.role).toBe('admin');
    expect(Boolean(user?.disabled)).toBe(false);
    const betterAuth = await site.auth.betterAuth();
    const direct = betterAuth.handle(
      new Request('http://localhost:4500/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:4500' },
        body: JSON.stringify({ email: 'x@example.org', password: OWNER.password, name: 'X' }),
      }),
    );
    expect((await direct).status).toBe(400);
  });
});
