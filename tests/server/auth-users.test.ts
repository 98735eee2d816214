/** Staff accounts: adding, changing, deleting, and the last Admin. */
import { expect, test } from 'bun:test';
import type { NewStaff, Staff } from '../../src/contract/users.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { addUser, changeUser, deleteUser, listUsers } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { type AuthSite, createAuthSite } from './auth-site.ts';

const PASSWORD = 'seven green parrots';

async function makeStaff(site: AuthSite, ...people: Partial<NewStaff>[]): Promise<Staff[]> {
  const added: Staff[] = [];
  for (const [index, person] of people.entries()) {
    const staff = {
      email: `person${index}@example.org`,
      role: 'admin',
      password: PASSWORD,
      ...person,
    } as const;
    added.push(await addUser(site.auth.accounts, staff, SYSTEM));
  }
  return added;
}

/** Two nodes on PostgreSQL; on SQLite a process has one connection. */
async function makeNodes(engine: TestEngine): Promise<[AuthSite, AuthSite]> {
  const location = await engine.newLocation();
  const first = await createAuthSite(await engine.open(location));
  return engine.kind === 'sqlite'
    ? [first, first]
    : [first, await createAuthSite(await engine.open(location))];
}

const outcomesOf = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work))
    .map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code))
    .sort();

const adminsOf = async ({ auth }: AuthSite) =>
  (await listUsers(auth.accounts, { limit: 100 })).items.filter(
    ({ role, disabled }) => role === 'admin' && !disabled,
  );

describeOnBothDatabases('staff accounts', (engine) => {
  test('are added with a password and can sign in', async () => {
    const site = await createAuthSite(await engine.open());
    const [staff] = await makeStaff(site, { email: 'ravi@example.org', name: 'Ravi K', role: 'editor' });
    expect(staff).toEqual({
      id: expect.any(String),
      email: 'ravi@example.org',
      name: 'Ravi K',
      role: 'editor',
      disabled: false,
      twoFactorEnabled: false,
      canSignIn: true,
      createdAt: '2026-11-15T03:30:00.000Z',
    });
    const response = await site.browser().signIn({ email: 'ravi@example.org', password: PASSWORD });
    expect(response.status).toBe(200);
    const mail = await site.mailTo('ravi@example.org');
    expect(mail).toContain('/admin/login');
    expect(mail).not.toContain(PASSWORD);
  });

  engine.onSqlite('a taken address and a common password are refused', async () => {
    const site = await createAuthSite(await engine.open());
    await makeStaff(site, {});
    await expect(makeStaff(site, {})).rejects.toThrow(
      'There is already an account with this e-mail address.',
    );
    const common = makeStaff(site, { email: 'new@example.org', password: 'welcome123' });
    await expect(common).rejects.toThrow('one of the first that strangers try');
  });

  test('are listed page by page', async () => {
    const site = await createAuthSite(await engine.open());
    await makeStaff(site, {}, {}, {});
    const first = await listUsers(site.auth.accounts, { limit: 2 });
    expect(first.items.map(({ email }) => email)).toEqual(['person0@example.org', 'person1@example.org']);
    const second = await listUsers(site.auth.accounts, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ email }) => email)).toEqual(['person2@example.org']);
    expect(second.nextCursor).toBeNull();
  });

  engine.onSqlite('every change is logged with the values before and after', async () => {
    const site = await createAuthSite(await engine.open());
    const [asha, ravi] = await makeStaff(site, { name: 'Asha' }, { name: 'Ravi', role: 'editor' });
    const actor = { id: asha?.id ?? '', name: 'Asha' };
    const id = ravi?.id ?? '';
    await changeUser(site.auth.accounts, { id, patch: { role: 'admin' } }, actor);
    await changeUser(site.auth.accounts, { id, patch: { role: 'admin' } }, actor);
    await changeUser(site.auth.accounts, { id, patch: { name: 'Ravi K' } }, actor);
    await changeUser(site.auth.accounts, { id, patch: { disabled: true } }, actor);
    await deleteUser(site.auth.accounts, { id }, actor);
    const entries = await site.database.db.selectFrom('activity').selectAll().orderBy('id').execute();
    expect(entries.slice(2).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['Changed role', '{"role":"editor"}', '{"role":"admin"}'],
      ['Renamed account', '{"name":"Ravi"}', '{"name":"Ravi K"}'],
      ['Disabled account', '{"disabled":false}', '{"disabled":true}'],
      ['Deleted account', expect.stringContaining('"email":"person1@example.org"'), null],
    ]);
    for (const entry of entries.slice(2)) {
      expect(entry).toMatchObject({
        type: 'user',
        user_id: asha?.id,
        user_name: 'Asha',
        target: 'person1@example.org',
      });
    }
  });

  test('deleting one deletes its sessions and passwords', async () => {
    const site = await createAuthSite(await engine.open());
    const [, ravi] = await makeStaff(site, {}, {});
    const browser = site.browser();
    await browser.signIn({ email: ravi?.email ?? '', password: PASSWORD });
    expect(await browser.staffStatus()).toBe(200);
    await deleteUser(site.auth.accounts, { id: ravi?.id ?? '' }, SYSTEM);
    expect(await browser.staffStatus()).toBe(401);
    const { db } = site.database;
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('account').select('userId').execute()).toHaveLength(1);
    await expect(deleteUser(site.auth.accounts, { id: ravi?.id ?? '' }, SYSTEM)).rejects.toThrow(
      'There is no such account.',
    );
  });

  test('the last Admin can be neither deleted, disabled nor demoted', async () => {
    const site = await createAuthSite(await engine.open());
    const [admin] = await makeStaff(site, {}, { role: 'editor' });
    const { accounts } = site.auth;
    const id = admin?.id ?? '';
    const attempts = [
      deleteUser(accounts, { id }, SYSTEM),
      changeUser(accounts, { id, patch: { role: 'editor' } }, SYSTEM),
      changeUser(accounts, { id, patch: { disabled: true } }, SYSTEM),
    ];
    expect(await outcomesOf(attempts)).toEqual(['last-admin', 'last-admin', 'last-admin']);
    expect(await adminsOf(site)).toMatchObject([admin as Staff]);
    expect(await site.actions()).toEqual(['Created account', 'Created account']);
  });

  engine.onSqlite(
    'an Admin without a password, or a disabled one, does not count as the last Admin',
    async () => {
      const site = await createAuthSite(await engine.open());
      const { accounts } = site.auth;
      const [admin, disabled] = await makeStaff(site, {}, {});
      await addUser(accounts, { email: 'invited@example.org', role: 'admin' }, SYSTEM);
      await changeUser(accounts, { id: disabled?.id ?? '', patch: { disabled: true } }, SYSTEM);
      expect(await outcomesOf([deleteUser(accounts, { id: admin?.id ?? '' }, SYSTEM)])).toEqual([
        'last-admin',
      ]);
    },
  );

  test('of two Admins who demote each other concurrently, one remains', async () => {
    const [one, other] = await makeNodes(engine);
    const [first, second] = await makeStaff(one, {}, {});
    const outcomes = await outcomesOf([
      changeUser(one.auth.accounts, { id: second?.id ?? '', patch: { role: 'editor' } }, SYSTEM),
      changeUser(other.auth.accounts, { id: first?.id ?? '', patch: { role: 'editor' } }, SYSTEM),
    ]);
    expect(outcomes).toEqual(['done', 'last-admin']);
    expect(await adminsOf(one)).toHaveLength(1);
  });

  test('of five Admins who are deleted, disabled or demoted concurrently, one remains', async () => {
    const [one, other] = await makeNodes(engine);
    const staff = await makeStaff(one, {}, {}, {}, {}, {});
    const removals = staff.map(({ id }, index) => {
      const { accounts } = (index % 2 === 0 ? one : other).auth;
      if (index % 3 === 0) return deleteUser(accounts, { id }, SYSTEM);
      const patch = index % 3 === 1 ? { disabled: true } : ({ role: 'editor' } as const);
      return changeUser(accounts, { id, patch }, SYSTEM);
    });
    expect(await outcomesOf(removals)).toEqual(['done', 'done', 'done', 'done', 'last-admin']);
    expect(await adminsOf(one)).toHaveLength(1);
  });

  test('expired sessions and counters are pruned, current ones are not', async () => {
    const site = await createAuthSite(await engine.open());
    await makeStaff(site, {});
    const browser = site.browser();
    await browser.signIn({ email: 'person0@example.org', password: PASSWORD });
    await site.browser().signIn({ email: 'person0@example.org', password: PASSWORD });
    await browser.signIn({ email: 'person0@example.org', password: 'not that one' });
    const db = site.database.betterAuthTables;
    const [old] = await db.selectFrom('session').select('id').execute();
    await db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', old?.id ?? '')
      .execute();
    await pruneAccounts(site.auth);
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(1);
    expect(await site.database.counters.selectFrom('rate_limits').selectAll().execute()).not.toEqual([]);
    site.wait(25 * 60 * 60_000);
    await pruneAccounts(site.auth);
    expect(await site.database.counters.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});
