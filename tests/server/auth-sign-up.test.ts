/** Who may create an account: policies, the setup code, and the race to be the first. */
import { expect, test } from 'bun:test';
import { createFirstAdmin, findSetupCode } from '../../src/server/auth/create-auth.ts';
import { signUpAdmin } from '../../src/server/services/accounts/first-account.ts';
import { startNewEpoch } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type AuthWorld, at, ELSEWHERE, makeAuthWorld, ON_THE_SERVER, OWNER } from './auth-world.ts';

describeOnBothDatabases('signing up', (engine) => {
  test('the first account is an Admin and signed in', async () => {
    const world = await makeAuthWorld(await engine.open());
    const browser = world.browser();
    expect(await (await browser.get('/api/auth/policy')).json()).toEqual({
      signup: 'first',
      accountExists: false,
      setupCodeNeeded: true,
    });
    const answer = await browser.signUp();
    expect(answer.status).toBe(200);
    const me = await (await browser.get('/guarded/admin')).json();
    expect(me).toMatchObject({ email: OWNER.email, name: 'asha', role: 'admin', twoFactorEnabled: false });
    expect(await world.actions()).toEqual(['Signed up', 'Signed in']);
  });

  test('the second is refused in words', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    const answer = await world.browser().signUp({ email: 'second@example.org' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'signup-closed',
      status: 403,
      detail: 'Accounts can no longer be created here. Ask an Admin to invite you.',
      message: 'Accounts can no longer be created here. Ask an Admin to invite you.',
    });
    expect(await (await world.browser().get('/api/auth/policy')).json()).toEqual({
      signup: 'first',
      accountExists: true,
      setupCodeNeeded: false,
    });
  });

  test('of many who race to be the first, exactly one is', async () => {
    // SQLite has one connection in a process; what several do to it is tested with the services.
    const nodes = engine.kind === 'sqlite' ? 1 : 3;
    const location = await engine.newLocation();
    const worlds: AuthWorld[] = [];
    for (let node = 0; node < nodes; node += 1) {
      worlds.push(await makeAuthWorld(await engine.open(location)));
    }
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => {
        const world = worlds[index % worlds.length];
        return world?.browser().signUp({ email: `person${index}@example.org` });
      }),
    );
    const statuses = answers.map((answer) => answer?.status).sort();
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403, 403, 403, 403]);
    const users = await worlds[0]?.database.db.selectFrom('user').selectAll().execute();
    expect(users).toHaveLength(1);
  });

  test('open: after the first everybody becomes an Admin without a code, but no address twice', async () => {
    const world = await makeAuthWorld(await engine.open(), { signup: 'open' });
    expect((await world.browser().signUp()).status).toBe(200);
    expect(await findSetupCode(world.auth)).toBeNull();
    const second = world.browser(ELSEWHERE);
    expect((await second.signUp({ email: 'second@example.org' })).status).toBe(200);
    expect((await second.get('/guarded/admin')).status).toBe(200);
    expect((await world.browser().signUp({ email: 'SECOND@example.org' })).status).toBe(409);
  });

  test('closed: nobody, not even the first', async () => {
    const world = await makeAuthWorld(await engine.open(), { signup: 'closed' });
    expect((await world.browser().signUp()).status).toBe(403);
    expect(await findSetupCode(world.auth)).toBeNull();
    expect(await (await world.browser().get('/api/auth/policy')).json()).toMatchObject({
      setupCodeNeeded: false,
    });
  });

  const policies = ['first', 'open'] as const;
  const places = [ON_THE_SERVER, at('::1'), ELSEWHERE];
  const cases = policies.flatMap((signup) => places.map((place) => ({ signup, place })));

  test.each(cases)('the first account needs the setup code: %p', async ({ signup, place }) => {
    const world = await makeAuthWorld(await engine.open(), { signup });
    const browser = world.browser(place);
    expect(await (await browser.get('/api/auth/policy')).json()).toMatchObject({ setupCodeNeeded: true });
    const code = (await findSetupCode(world.auth)) ?? '';
    for (const setupCode of [undefined, '', ' - ', 'ABCD-EFGH', `${code}A`, `${code.slice(0, -1)}\u0410`]) {
      const refused = await browser.signUp({ setupCode });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: 'setup-code',
        errors: { setupCode: expect.stringContaining('log') },
      });
    }
    expect(await world.database.db.selectFrom('user').selectAll().execute()).toEqual([]);
    expect((await browser.signUp({ setupCode: ` ${code.toLowerCase().replace('-', ' ')}` })).status).toBe(
      200,
    );
    expect(await findSetupCode(world.auth)).toBeNull();
  });

  test('open: of many at once, with and without the code, nobody without it becomes the first', async () => {
    const world = await makeAuthWorld(await engine.open(), { signup: 'open' });
    const setupCode = await findSetupCode(world.auth);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        world.browser(at(`203.0.113.${index}`)).post('/api/auth/sign-up/email', {
          ...OWNER,
          email: `person${index}@example.org`,
          ...(index === 7 && { setupCode }),
        }),
      ),
    );
    expect(answers[7]?.status).toBe(200);
    const users = await world.database.db.selectFrom('user').selectAll().orderBy('createdAt').execute();
    expect(users).toHaveLength(answers.filter(({ status }) => status === 200).length);
    const [first] = await world.database.db
      .selectFrom('activity')
      .select('target')
      .where('action', '=', 'Signed up')
      .orderBy('id')
      .execute();
    expect(first?.target).toBe('person7@example.org');
  });

  test('a person who signs up without a code is refused when the accounts vanish meanwhile', async () => {
    const world = await makeAuthWorld(await engine.open(), { signup: 'open' });
    await world.browser().signUp();
    const { accounts } = world.auth;
    await world.database.betterAuthTables.deleteFrom('user').execute();
    const late = signUpAdmin(accounts, OWNER, { onlyAsFirst: false, hasSetupCode: async () => false });
    await expect(late).rejects.toThrow('setup code');
    expect(await world.database.db.selectFrom('user').selectAll().execute()).toEqual([]);
  });

  test('the code of another epoch opens nothing', async () => {
    const world = await makeAuthWorld(await engine.open());
    const former = await findSetupCode(world.auth);
    await world.database.write((tx) => startNewEpoch(tx, 'restored'));
    expect(await findSetupCode(world.auth)).not.toBe(former);
    expect((await world.browser().signUp({ setupCode: former })).status).toBe(403);
    expect((await world.browser().signUp()).status).toBe(200);
  });

  test('wrong setup codes are counted, and after ten even the right one has to wait', async () => {
    const world = await makeAuthWorld(await engine.open());
    const browser = world.browser(ELSEWHERE);
    for (let i = 0; i < 10; i += 1) await browser.signUp({ setupCode: `wrong-${i}` });
    const answer = await browser.signUp();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBe(15 * 60);
    world.wait(15 * 60_000);
    expect((await browser.signUp()).status).toBe(200);
  });

  test('every node prints the same setup code, every site another', async () => {
    const location = await engine.newLocation();
    const one = await makeAuthWorld(await engine.open(location));
    const other = await makeAuthWorld(await engine.open(location));
    const elsewhere = await makeAuthWorld(await engine.open(await engine.newEmptyLocation()));
    const code = await findSetupCode(one.auth);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(await findSetupCode(other.auth)).toBe(code);
    expect(await findSetupCode(elsewhere.auth)).not.toBe(code);
  });

  test('the Admin of the settings is made once, over all nodes and starts', async () => {
    const location = await engine.newLocation();
    const one = await makeAuthWorld(await engine.open(location));
    const other = await makeAuthWorld(await engine.open(location));
    const admin = { email: 'Asha@Example.org', password: OWNER.password };
    const starts = engine.kind === 'sqlite' ? [one] : [one, other];
    await Promise.all(starts.map(({ auth }) => createFirstAdmin(auth, admin)));
    await createFirstAdmin(one.auth, { ...admin, email: 'another@example.org' });
    const users = await one.database.db.selectFrom('user').selectAll().execute();
    expect(users.map(({ email, role }) => [email, role])).toEqual([[OWNER.email, 'admin']]);
    expect((await one.browser().signIn()).status).toBe(200);
  });

  test('a common password in the settings stops the start with a line that names it', async () => {
    const world = await makeAuthWorld(await engine.open());
    const weak = { email: OWNER.email, password: 'password123' };
    await expect(createFirstAdmin(world.auth, weak)).rejects.toThrow('ADMIN_PASSWORD is refused');
  });

  test.each([
    [{ password: 'short' }, 'password', 'Password must be at least 6 characters.'],
    [{ password: 'Password123' }, 'password', 'one of the first that strangers try'],
    [{ password: 'ASHA@example.org' }, 'password', 'must not be the e-mail address'],
    [{ email: 'not an address' }, 'email', 'Please enter a valid e-mail address.'],
  ])('%p is refused field by field and nothing is stored', async (fields, field, text) => {
    const world = await makeAuthWorld(await engine.open());
    const answer = await world.browser().signUp(fields);
    expect(answer.status).toBe(422);
    const problem = await answer.json();
    expect(problem.errors[field]).toContain(text);
    expect(await world.database.db.selectFrom('user').selectAll().execute()).toEqual([]);
  });

  test('nobody makes an account by other means than the one that is watched', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp({ role: 'editor', disabled: true, emailVerified: true });
    const [user] = await world.database.db.selectFrom('user').selectAll().execute();
    expect(user?.role).toBe('admin');
    expect(Boolean(user?.disabled)).toBe(false);
    const direct = world.auth.betterAuth.handle(
      new Request('http://localhost:4500/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:4500' },
        body: JSON.stringify({ email: 'x@example.org', password: OWNER.password, name: 'X' }),
      }),
    );
    expect((await direct).status).toBe(400);
  });
});
