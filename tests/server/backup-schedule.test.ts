/** Scheduled backups: one in each period over all nodes, and interrupted ones are repeated. */
import { beforeEach, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import type { Backups } from '../../src/server/backup/backups.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { ADMIN, makeBackups, NOON } from './backup-site.ts';

/** Half an hour into a period: periods of six hours begin at midnight UTC. */
const START = NOON;

let folder = '';
const cleanups = cleanUpAfterEach();
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  cleanups.push(dataDir.remove);
});

const statusesOf = async (backups: Backups) =>
  (await backups.list({ limit: 100 })).items.map(({ status }) => status);

describeOnBothDatabases('the schedule', ({ newLocation, open }) => {
  test('makes one backup soon after the start, and one in each period after that', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    const backups = makeBackups(database, location, folder, time);
    await backups.startSchedule();
    await time.advanceBy(29 * SECOND);
    expect(await statusesOf(backups)).toEqual([]);
    await time.advanceBy(2 * SECOND);
    expect(await statusesOf(backups)).toEqual(['verified']);
    await time.advanceBy(5 * HOUR + 28 * MINUTE);
    expect(await statusesOf(backups)).toEqual(['verified']);
    await time.advanceBy(2 * MINUTE);
    expect(await statusesOf(backups)).toEqual(['verified', 'verified']);
    await backups.stop();
    await time.advanceBy(7 * HOUR);
    expect(await statusesOf(backups)).toEqual(['verified', 'verified']);
  });

  test('makes no second backup after a restart in the same period', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    for (let starts = 0; starts < 3; starts += 1) {
      const backups = makeBackups(database, location, folder, time);
      await backups.startSchedule();
      await time.advanceBy(5 * MINUTE);
      await backups.stop();
    }
    expect(await statusesOf(makeBackups(database, location, folder, time))).toEqual(['verified']);
  });

  test('repeats a backup that was interrupted by a stop', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    const first = makeBackups(database, location, folder, time);
    await first.startSchedule();
    const advancing = time.advanceBy(31 * SECOND);
    while ((await statusesOf(first)).length === 0) await Bun.sleep(1);
    await first.stop();
    await advancing;
    expect(await statusesOf(first)).toEqual(['failed']);
    const second = makeBackups(database, location, folder, time);
    await second.startSchedule();
    await time.advanceBy(MINUTE);
    expect(await statusesOf(second)).toEqual(['verified', 'failed']);
    await second.stop();
  });

  test('repeats a backup whose process was killed within minutes', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    const killed = makeBackups(database, location, folder, time);
    await killed.startSchedule();
    await time.advanceBy(31 * SECOND);
    await killed.stop();
    // The state that a killed process leaves.
    rmSync(folder, { recursive: true });
    const unfinished = { status: 'running', finished_at: null } as const;
    await database.write(async (tx) => void (await tx.updateTable('backups').set(unfinished).execute()));
    const next = makeBackups(database, location, folder, time);
    await next.startSchedule();
    await time.advanceBy(MINUTE);
    expect(await statusesOf(next)).toEqual(['running']);
    await time.advanceBy(4 * MINUTE);
    expect(await statusesOf(next)).toEqual(['verified', 'failed']);
    await next.stop();
  });

  test('replaces a lost backup at once', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    const backups = makeBackups(database, location, folder, time);
    await backups.startSchedule();
    await time.advanceBy(31 * SECOND);
    const [first] = (await backups.list({ limit: 1 })).items;
    rmSync(join(folder, first?.file ?? ''));
    await time.advanceBy(2 * MINUTE);
    expect(await statusesOf(backups)).toEqual(['verified', 'failed']);
    await backups.stop();
  });

  test('can be turned off; backups on demand still work', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(START);
    const backups = makeBackups(database, location, folder, { ...time, everyHours: 0 });
    await backups.startSchedule();
    await time.advanceBy(24 * HOUR);
    expect(await statusesOf(backups)).toEqual([]);
    expect(await backups.run(ADMIN)).toMatchObject({ status: 'verified' });
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
      const backups = makeBackups(database, location, join(folder, node), { ...time, machine: node });
      await backups.startSchedule();
      return { database, backups, time };
    }),
  );
  // Minute by minute: to a node whose clock is further ahead, a backup of another would look crashed.
  for (let minute = 0; minute <= 6 * 60; minute += 1) {
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
