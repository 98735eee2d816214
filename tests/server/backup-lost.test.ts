/** Copies that are missing, changed or unreachable: only the scheduled check of their own node marks them as failed. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import type { Backups, BackupsParts } from '../../src/server/backup/backups.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type SteppedTime, stepTimeFrom } from '../support/stepped-time.ts';
import { ADMIN, makeBackups, NOON, resealCopy, SILENT } from './backup-site.ts';

setDefaultTimeout(30_000);

let dataDir = '';
let folder = '';
let database: Database;
let time: SteppedTime;
let errors: string[] = [];
let remove = () => {};

const location = () => ({ kind: 'sqlite', file: join(dataDir, 'site.db') }) as const;

beforeEach(async () => {
  ({ path: dataDir, remove } = makeDataDir());
  folder = join(dataDir, 'backups');
  time = stepTimeFrom(NOON);
  errors = [];
  database = await openDatabase(location());
});
afterEach(async () => {
  await database.close();
  remove();
});

const newBackups = (more: Partial<BackupsParts> = {}): Backups =>
  makeBackups(database, location(), more.folder ?? folder, {
    ...time,
    everyHours: 0,
    log: { ...SILENT, error: (message) => void errors.push(message) },
    ...more,
  });

async function checkOnSchedule(backups: Backups): Promise<void> {
  await backups.startSchedule();
  await time.advanceBy(31 * SECOND);
  await backups.stop();
}

const entries = async () =>
  (await newBackups().list({ limit: 100 })).items.map(({ status, error }) => [status, error]);
const VERIFIED = ['verified', null];

describe('two nodes on one machine, each with a folder of its own,', () => {
  test('do not mark the backups of each other', async () => {
    const nodes = ['a', 'b'].map((name) => newBackups({ folder: join(dataDir, name) }));
    for (const node of nodes) {
      await node.run(ADMIN);
      await time.advanceBy(HOUR);
    }
    for (const node of nodes) {
      await checkOnSchedule(node);
      expect((await node.lastVerified())?.status).toBe('verified');
    }
    expect(await entries()).toEqual([VERIFIED, VERIFIED]);
    expect(errors).toEqual([]);
  });

  test('ignore a file in their own folder with the name of the other copy', async () => {
    const { file } = await newBackups({ folder: join(dataDir, 'a') }).run(ADMIN);
    mkdirSync(join(dataDir, 'b'));
    writeFileSync(join(dataDir, 'b', file), 'half of it');
    await checkOnSchedule(newBackups({ folder: join(dataDir, 'b') }));
    expect(await entries()).toEqual([VERIFIED]);
  });
});

test('a folder that is reached through a symbolic link is the same folder', async () => {
  const { file } = await newBackups().run(ADMIN);
  symlinkSync(folder, join(dataDir, 'also-backups'));
  rmSync(join(folder, file));
  await checkOnSchedule(newBackups({ folder: join(dataDir, 'also-backups') }));
  expect(await entries()).toEqual([['failed', 'The copy is gone.']]);
});

describe('an entry of an older version, which names only the machine,', () => {
  const makeOlder = async () => {
    const { file } = await newBackups().run(ADMIN);
    await database.write(
      async (tx) => void (await tx.updateTable('backups').set({ node: 'here' }).execute()),
    );
    return file;
  };

  test('is not marked when its copy is missing, which may be in the folder of another node', async () => {
    rmSync(join(folder, await makeOlder()));
    await checkOnSchedule(newBackups());
    expect(await entries()).toEqual([VERIFIED]);
  });

  test('is marked when its copy is here and invalid', async () => {
    resealCopy(join(folder, await makeOlder()), { key: 'another key' });
    await checkOnSchedule(newBackups());
    expect(await entries()).toEqual([['failed', 'The copy was not sealed by this installation.']]);
  });
});

test('reading the last backup changes nothing', async () => {
  const backups = newBackups();
  rmSync(join(folder, (await backups.run(ADMIN)).file));
  expect(await backups.lastVerified()).toBeNull();
  expect(await entries()).toEqual([VERIFIED]);
  await checkOnSchedule(backups);
  expect(await entries()).toEqual([['failed', 'The copy is gone.']]);
  expect(errors).toEqual(['backup lost']);
});

describe('a missing folder, as when its disk is not mounted,', () => {
  test.each([0, 6])('marks no backup, is logged once, and recovers (every %p hours)', async (everyHours) => {
    const backups = newBackups({ everyHours });
    await backups.run(ADMIN);
    await backups.startSchedule();
    await time.advanceBy(31 * SECOND);
    const before = await entries();
    const last = await backups.lastVerified();
    expect(last?.status).toBe('verified');
    renameSync(folder, join(dataDir, 'elsewhere'));
    await time.advanceBy(7 * HOUR);
    expect(await backups.lastVerified()).toBeNull();
    expect(await entries()).toEqual(before);
    expect(errors).toEqual(['folder of backups not found']);
    renameSync(join(dataDir, 'elsewhere'), folder);
    expect(await backups.lastVerified()).toEqual(last);
    await time.advanceBy(2 * MINUTE);
    expect(await entries()).toEqual(everyHours === 0 ? before : [VERIFIED, ...before]);
    renameSync(folder, join(dataDir, 'elsewhere'));
    await time.advanceBy(2 * MINUTE);
    expect(errors).toHaveLength(2);
    await backups.stop();
  });

  test('does not stop an operator from making a backup', async () => {
    const backups = newBackups();
    await backups.run(ADMIN);
    rmSync(folder, { recursive: true });
    await time.advanceBy(HOUR);
    expect(await backups.run(ADMIN)).toMatchObject({ status: 'verified' });
  });
});

test('copies that are always deleted are replaced once in a period', async () => {
  const backups = newBackups({ everyHours: 6 });
  await backups.startSchedule();
  for (let minute = 0; minute < 30; minute += 1) {
    await time.advanceBy(MINUTE);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  }
  const lost = ['failed', 'The copy is gone.'];
  expect(await entries()).toEqual([lost, lost]);
  await time.advanceBy(6 * HOUR);
  expect((await entries()).length).toBe(3);
  await backups.stop();
});

describe('another sealed copy under the name of the newest one', () => {
  const LOST = ['failed', 'The copy was replaced by another one.'];

  async function makeTwo() {
    const backups = newBackups();
    const older = (await backups.run(ADMIN)).file;
    await time.advanceBy(HOUR);
    const newer = (await backups.run(ADMIN)).file;
    return { backups, older: join(folder, older), newer: join(folder, newer) };
  }

  test('is not the last backup', async () => {
    const { backups, older, newer } = await makeTwo();
    for (const ending of ['', '.json']) copyFileSync(`${older}${ending}`, `${newer}${ending}`);
    expect(join(folder, (await backups.lastVerified())?.file ?? '')).toBe(older);
    await checkOnSchedule(backups);
    expect(await entries()).toEqual([LOST, VERIFIED]);
  });

  test('is not the last backup either when its manifest names that file', async () => {
    const { backups, older, newer } = await makeTwo();
    copyFileSync(older, newer);
    resealCopy(newer);
    await checkOnSchedule(backups);
    expect(await entries()).toEqual([LOST, VERIFIED]);
  });
});
