/** Sessions on nodes that follow the database's clock: the machine's, which Better Auth reads, decides nothing. */
import { afterEach, expect, test } from 'bun:test';
import { DAY, MINUTE } from '../../src/core/ist-time.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type AuthWorld, makeAuthWorld } from './auth-world.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/** The clock of the world is years or hours from the machine's, whenever this runs. */
async function makeWorld(): Promise<AuthWorld> {
  const { url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const database = await openDatabase({ kind: 'postgres', url });
  cleanups.push(() => database.close());
  return makeAuthWorld(database, { followsDatabase: true });
}

async function expectSession(world: AuthWorld, expiresIn: number): Promise<void> {
  const sessions = await world.database.db.selectFrom('session').selectAll().execute();
  const now = world.auth.accounts.clock.now();
  expect(sessions).toHaveLength(1);
  const left = new Date(sessions[0]?.expiresAt ?? '').getTime() - now;
  expect(Math.abs(left - expiresIn)).toBeLessThan(MINUTE);
}

test('a session lasts seven days of that clock, is prolonged by it, and is pruned by it', async () => {
  const world = await makeWorld();
  world.wait(400 * DAY);
  const browser = world.browser();
  expect((await browser.signUp()).status).toBe(200);
  await expectSession(world, 7 * DAY);
  await pruneAccounts(world.auth);
  world.wait(6.5 * DAY);
  expect(await browser.staffStatus()).toBe(200);
  await expectSession(world, 7 * DAY);
  world.wait(7.5 * DAY);
  expect(await browser.staffStatus()).toBe(401);
  await pruneAccounts(world.auth);
  expect(await world.database.db.selectFrom('session').selectAll().execute()).toEqual([]);
}, 30_000);

test('the start says that the machine is wrong: codes of authenticator apps are checked by its clock', async () => {
  const world = await makeWorld();
  expect(world.warnings).toEqual([[expect.stringContaining("machine's clock"), expect.anything()]]);
}, 30_000);
