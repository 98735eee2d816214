/** Sessions on nodes that use the database's clock: the machine's clock, which Better Auth reads, has no effect. */
import { expect, test } from 'bun:test';
import { DAY, MINUTE } from '../../src/core/ist-time.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type AuthSite, createAuthSite } from './auth-site.ts';

const cleanups = cleanUpAfterEach();

/** The clock of this site differs from the machine's by hours or years. */
async function createSite(): Promise<AuthSite> {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  const database = await openDatabase({ kind: 'postgres', url });
  cleanups.push(() => database.close());
  return createAuthSite(database, { followsDatabase: true });
}

async function expectSession(site: AuthSite, expiresIn: number): Promise<void> {
  const sessions = await site.database.db.selectFrom('session').selectAll().execute();
  const now = site.auth.accounts.clock.now();
  expect(sessions).toHaveLength(1);
  const left = new Date(sessions[0]?.expiresAt ?? '').getTime() - now;
  expect(Math.abs(left - expiresIn)).toBeLessThan(MINUTE);
}

test('a session expires, is extended and is pruned by the database clock', async () => {
  const site = await createSite();
  site.wait(400 * DAY);
  const browser = site.browser();
  expect((await browser.signUp()).status).toBe(200);
  await expectSession(site, 7 * DAY);
  await pruneAccounts(site.auth);
  site.wait(6.5 * DAY);
  expect(await browser.staffStatus()).toBe(200);
  await expectSession(site, 7 * DAY);
  site.wait(7.5 * DAY);
  expect(await browser.staffStatus()).toBe(401);
  await pruneAccounts(site.auth);
  expect(await site.database.db.selectFrom('session').selectAll().execute()).toEqual([]);
}, 30_000);

test('the start warns that the machine clock is wrong, because it checks authenticator codes', async () => {
  const site = await createSite();
  expect(site.warnings).toEqual([[expect.stringContaining("machine's clock"), expect.anything()]]);
}, 30_000);
