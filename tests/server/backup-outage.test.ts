/** A database that is down when a backup ends: the list shows the end as soon as it can be written. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';
import { ADMIN, makeBackups } from './backup-site.ts';

const cleanups = cleanUpAfterEach();

async function openBehindLine() {
  const { url, release } = await createTestDatabase();
  const line = await startPostgresProxy(url);
  const dataDir = makeDataDir();
  const location = { kind: 'postgres', url: line.url } as const;
  const database = await openDatabase(location);
  const backups = makeBackups(database, location, join(dataDir.path, 'backups'));
  cleanups.push(release, line.close, dataDir.remove, database.close, backups.stop);
  const statuses = async () => (await backups.list({ limit: 10 })).items.map(({ status }) => status);
  return { line, backups, statuses };
}

test('a backup that failed in an outage is listed as failed afterwards, and the next one can start', async () => {
  const { line, backups, statuses } = await openBehindLine();
  await backups.start(ADMIN);
  await line.close();
  // Long enough for the backup to have ended.
  await Bun.sleep(2_500);
  await line.open();
  const until = performance.now() + 20_000;
  const isListed = async () => (await statuses().catch(() => ['running'])).every((one) => one !== 'running');
  while (!(await isListed()) && performance.now() < until) await Bun.sleep(50);
  expect(await statuses()).toEqual(['failed']);
  expect((await backups.start(ADMIN)).status).toBe('running');
}, 60_000);

test('stopping during the outage does not wait for its end', async () => {
  const { line, backups } = await openBehindLine();
  await backups.start(ADMIN);
  await line.close();
  await Bun.sleep(2_500);
  const stoppedAt = performance.now();
  await backups.stop();
  // Without the stop it would be retried for two minutes.
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
}, 60_000);
