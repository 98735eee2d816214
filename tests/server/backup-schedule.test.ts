/** Scheduled backups: one in each period over all nodes, and interrupted ones are repeated. */
import { beforeEach, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import type { Backups } from '../../src/server/backup/backups.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import type { BackupRow } from '../../src/server/storage/operations/backups-store.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnSqlite } from '../support/databases.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { makeBackups, NOON } from './backup-site.ts';

/**
 * Forty minutes before the end of a period: periods of six hours begin at midnight UTC. That is in another hour of IST,
 * so the backups of both periods are kept.
 */
const START = NOON + 4 * HOUR + 50 * MINUTE;

let folder = '';
const cleanups = cleanUpAfterEach();
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  cleanups.push(dataDir.remove);
});

const statusesOf = async (backups: Backups) =>
  (await backups.list({ limit: 100 })).items.map(({ status }) => status);

describeOnSqlite('the schedule', ({ newLocation, open }) => {
  test('makes one backup soon after the start and in each period, not after a restart, and replaces a lost one', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    const first = makeBackups(database, location, folder, time);
    await first.startSchedule();
    await time.advanceBy(29 * SECOND);
    expect(await statusesOf(first)).toEqual([]);
    await time.advanceBy(2 * SECOND);
    expect(await statusesOf(first)).toEqual(['verified']);
    await first.stop();

    const restarted = makeBackups(database, location, folder, time);
    await restarted.startSchedule();
    await time.advanceBy(38 * MINUTE);
    expect(await statusesOf(restarted)).toEqual(['verified']);
    await time.advanceBy(2 * MINUTE);
    expect(await statusesOf(restarted)).toEqual(['verified', 'verified']);

    const [newest] = (await restarted.list({ limit: 1 })).items;
    rmSync(join(folder, newest?.file ?? ''));
    await time.advanceBy(2 * MINUTE);
    expect(await statusesOf(restarted)).toEqual(['verified', 'failed', 'verified']);
    await restarted.stop();
    await time.advanceBy(7 * HOUR);
    expect(await statusesOf(restarted)).toHaveLength(3);
  });

  test('repeats a backup that was interrupted by a stop, and one whose process was killed within minutes', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);

    const readRunning = () =>
      database.db.selectFrom('backups').selectAll().where('status', '=', 'running').executeTakeFirst();

    /** Starts a schedule, and stops it as soon as its backup has begun; returns the entry of the running backup. */
    async function interrupt() {
      const begun = Promise.withResolvers<BackupRow>();
      const write: Database['write'] = async (...change) => {
        const result = await database.write(...change);
        // Copying begins after the write that adds the entry.
        const running = await readRunning();
        if (running) begun.resolve(running);
        return result;
      };
      const backups = makeBackups({ ...database, write }, location, folder, time);
      await backups.startSchedule();
      const advancing = time.advanceBy(31 * SECOND);
      const running = await begun.promise;
      await new Promise(setImmediate);
      await backups.stop();
      await advancing;
      return running;
    }

    await interrupt();
    const repeated = await interrupt();
    const next = makeBackups(database, location, folder, time);
    expect(await statusesOf(next)).toEqual(['failed', 'failed']);
    // The state that a killed process leaves.
    await database.write(
      async (tx) =>
        void (await tx.updateTable('backups').set(repeated).where('id', '=', repeated.id).execute()),
    );
    await next.startSchedule();
    await time.advanceBy(MINUTE);
    expect(await statusesOf(next)).toEqual(['running', 'failed']);
    await time.advanceBy(4 * MINUTE);
    expect(await statusesOf(next)).toEqual(['verified', 'failed', 'failed']);
    await next.stop();
  });

  test('can be turned off', async () => {
    const location = await newLocation();
    const time = stepTimeFrom(START);
    const backups = makeBackups(await open(location), location, folder, { ...time, everyHours: 0 });
    await backups.startSchedule();
    await time.advanceBy(HOUR);
    expect(await statusesOf(backups)).toEqual([]);
    await backups.stop();
  });
});

test('several nodes make one backup in each period', async () => {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  const location = { kind: 'postgres', url } as const;
  const nodes = await Promise.all(
    ['a', 'b', 'c'].map(async (node) => {
      const database = await openDatabase(location);
      const time = stepTimeFrom(START);
      const backups = makeBackups(database, location, join(folder, node), { ...time, hostName: node });
      await backups.startSchedule();
      return { database, backups, time };
    }),
  );
  // Minute by minute: to a node whose clock is further ahead, a backup of another would look crashed.
  for (let minute = 0; minute <= 42; minute += 1) {
    await Promise.all(nodes.map(({ time }) => time.advanceBy(MINUTE)));
  }
  for (const { backups, database } of nodes) {
    expect(await statusesOf(backups)).toEqual(['verified', 'verified']);
    // Each node shows the last one, also if it is on another machine.
    expect((await backups.lastVerified())?.status).toBe('verified');
    await backups.stop();
    await database.close();
  }
});
