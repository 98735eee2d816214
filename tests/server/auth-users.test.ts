/** Staff accounts as Admins manage them: adding, changing, deleting, and the Admin who must stay. */
import { expect, test } from 'bun:test';
import type { NewStaff, Staff } from '../../src/contract/users.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { addUser, changeUser, deleteUser, listUsers } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { type AuthWorld, makeAuthWorld } from './auth-world.ts';

const PASSWORD = 'seven green parrots';

async function makeStaff(world: AuthWorld, ...people: Partial<NewStaff>[]): Promise<Staff[]> {
  const added: Staff[] = [];
  for (const [index, person] of people.entries()) {
    const staff = {
      email: `person${index}@example.org`,
      role: 'admin',
      password: PASSWORD,
      ...person,
    } as const;
    added.push(await addUser(world.auth.accounts, staff, SYSTEM));
  }
  return added;
}

/** Two nodes on PostgreSQL; on SQLite a process has one connection. */
async function makeNodes(engine: TestEngine): Promise<[AuthWorld, AuthWorld]> {
  const location = await engine.newLocation();
  const first = await makeAuthWorld(await engine.open(location));
  return engine.kind === 'sqlite'
    ? [first, first]
    : [first, await makeAuthWorld(await engine.open(location))];
}

const outcomesOf = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work))
    .map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code))
    .sort();

const adminsOf = async ({ auth }: AuthWorld) =>
  (await listUsers(auth.accounts, { limit: 100 })).items.filter(
    ({ role, disabled }) => role === 'admin' && !disabled,
  );

describeOnBothDatabases('staff accounts', (engine) => {
  test('are added with a password and can sign in at once', async () => {
    const world = await makeAuthWorld(await engine.open());
    const [staff] = await makeStaff(world, { email: 'ravi@example.org', name: 'Ravi K', role: 'editor' });
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
    const answer = await world.browser().signIn({ email: 'ravi@example.org', password: PASSWORD });
    expect(answer.status).toBe(200);
    const mail = await world.mailTo('ravi@example.org');
    expect(mail).toContain('/admin/login');
    expect(mail).not.toContain(PASSWORD);
  });

  test('have one address each and no common password', async () => {
    const world = await makeAuthWorld(await engine.open());
    await makeStaff(world, {});
    await expect(makeStaff(world, {})).rejects.toThrow(
      'There is already an account with this e-mail address.',
    );
    const common = makeStaff(world, { email: 'new@example.org', password: 'welcome123' });
    await expect(common).rejects.toThrow('one of the first that strangers try');
  });

  test('are listed page by page', async () => {
    const world = await makeAuthWorld(await engine.open());
    await makeStaff(world, {}, {}, {});
    const first = await listUsers(world.auth.accounts, { limit: 2 });
    expect(first.items.map(({ email }) => email)).toEqual(['person0@example.org', 'person1@example.org']);
    const second = await listUsers(world.auth.accounts, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ email }) => email)).toEqual(['person2@example.org']);
    expect(second.nextCursor).toBeNull();
  });

  test('every change is written down with what was and what is', async () => {
    const world = await makeAuthWorld(await engine.open());
    const [asha, ravi] = await makeStaff(world, { name: 'Asha' }, { name: 'Ravi', role: 'editor' });
    const actor = { id: asha?.id ?? '', name: 'Asha' };
    const id = ravi?.id ?? '';
    await changeUser(world.auth.accounts, { id, patch: { role: 'admin' } }, actor);
    await changeUser(world.auth.accounts, { id, patch: { role: 'admin' } }, actor);
    await changeUser(world.auth.accounts, { id, patch: { name: 'Ravi K' } }, actor);
    await changeUser(world.auth.accounts, { id, patch: { disabled: true } }, actor);
    await deleteUser(world.auth.accounts, { id }, actor);
    const entries = await world.database.db.selectFrom('activity').selectAll().orderBy('id').execute();
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

  test('take everything with them when they are deleted', async () => {
    const world = await makeAuthWorld(await engine.open());
    const [, ravi] = await makeStaff(world, {}, {});
    const browser = world.browser();
    await browser.signIn({ email: ravi?.email ?? '', password: PASSWORD });
    expect(await browser.staffStatus()).toBe(200);
    await deleteUser(world.auth.accounts, { id: ravi?.id ?? '' }, SYSTEM);
    expect(await browser.staffStatus()).toBe(401);
    const { db } = world.database;
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('account').select('userId').execute()).toHaveLength(1);
    await expect(deleteUser(world.auth.accounts, { id: ravi?.id ?? '' }, SYSTEM)).rejects.toThrow(
      'There is no such account.',
    );
  });

  test('the last Admin can be neither deleted, disabled nor demoted', async () => {
    const world = await makeAuthWorld(await engine.open());
    const [admin] = await makeStaff(world, {}, { role: 'editor' });
    const { accounts } = world.auth;
    const id = admin?.id ?? '';
    const attempts = [
      deleteUser(accounts, { id }, SYSTEM),
      changeUser(accounts, { id, patch: { role: 'editor' } }, SYSTEM),
      changeUser(accounts, { id, patch: { disabled: true } }, SYSTEM),
    ];
    expect(await outcomesOf(attempts)).toEqual(['last-admin', 'last-admin', 'last-admin']);
    expect(await adminsOf(world)).toMatchObject([admin as Staff]);
    expect(await world.actions()).toEqual(['Created account', 'Created account']);
  });

  test('an Admin who has not yet chosen a password, or is disabled, does not count as one who stays', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { accounts } = world.auth;
    const [admin, disabled] = await makeStaff(world, {}, {});
    await addUser(accounts, { email: 'invited@example.org', role: 'admin' }, SYSTEM);
    await changeUser(accounts, { id: disabled?.id ?? '', patch: { disabled: true } }, SYSTEM);
    expect(await outcomesOf([deleteUser(accounts, { id: admin?.id ?? '' }, SYSTEM)])).toEqual(['last-admin']);
  });

  test('of two Admins who demote each other at the same moment, one remains', async () => {
    const [one, other] = await makeNodes(engine);
    const [first, second] = await makeStaff(one, {}, {});
    const outcomes = await outcomesOf([
      changeUser(one.auth.accounts, { id: second?.id ?? '', patch: { role: 'editor' } }, SYSTEM),
      changeUser(other.auth.accounts, { id: first?.id ?? '', patch: { role: 'editor' } }, SYSTEM),
    ]);
    expect(outcomes).toEqual(['done', 'last-admin']);
    expect(await adminsOf(one)).toHaveLength(1);
  });

  test('of five who are removed in three ways at the same moment, one remains', async () => {
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

  test('what is over is forgotten, what is not stays', async () => {
    const world = await makeAuthWorld(await engine.open());
    await makeStaff(world, {});
    const browser = world.browser();
    await browser.signIn({ email: 'person0@example.org', password: PASSWORD });
    await world.browser().signIn({ email: 'person0@example.org', password: PASSWORD });
    await browser.signIn({ email: 'person0@example.org', password: 'not that one' });
    const db = world.database.betterAuthTables;
    const [old] = await db.selectFrom('session').select('id').execute();
    await db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', old?.id ?? '')
      .execute();
    await pruneAccounts(world.auth);
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(1);
    expect(await world.database.counters.selectFrom('rate_limits').selectAll().execute()).not.toEqual([]);
    world.wait(25 * 60 * 60_000);
    await pruneAccounts(world.auth);
    expect(await world.database.counters.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});
