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
import { writeMigratedFile } from '../support/sqlite-template.ts';
import { type SteppedTime, stepTimeFrom } from '../support/stepped-time.ts';
import { ADMIN, flipByte, MACHINE, makeBackups, NOON, resealCopy, SILENT } from './backup-site.ts';
import { listBackupsOf, type PlacedBackup, placeBackup } from './made-backup.ts';

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
  await writeMigratedFile(location().file);
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

/** Puts a verified backup into a folder and into the list. */
async function addBackup(into = folder, at = NOON): Promise<PlacedBackup> {
  const backup = await placeBackup('sqlite', into, at);
  await listBackupsOf(into, database);
  return backup;
}

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
    const [a, b] = [join(dataDir, 'a'), join(dataDir, 'b')];
    await addBackup(a, NOON - HOUR);
    await addBackup(b);
    for (const node of [a, b].map((own) => newBackups({ folder: own }))) {
      await checkOnSchedule(node);
      expect((await node.lastVerified())?.status).toBe('verified');
    }
    expect(await entries()).toEqual([VERIFIED, VERIFIED]);
    expect(errors).toEqual([]);
  });

  test('ignore a file in their own folder with the name of the other copy', async () => {
    const { file } = await addBackup(join(dataDir, 'a'));
    mkdirSync(join(dataDir, 'b'));
    writeFileSync(join(dataDir, 'b', file), 'half of it');
    await checkOnSchedule(newBackups({ folder: join(dataDir, 'b') }));
    expect(await entries()).toEqual([VERIFIED]);
  });
});

test('a folder that is reached through a symbolic link is the same folder', async () => {
  const { copy } = await addBackup();
  symlinkSync(folder, join(dataDir, 'also-backups'));
  rmSync(copy);
  await checkOnSchedule(newBackups({ folder: join(dataDir, 'also-backups') }));
  expect(await entries()).toEqual([['failed', 'The copy is gone.']]);
});

describe('an entry of an older version, which names only the machine,', () => {
  const makeOlder = async () => {
    const { copy } = await addBackup();
    await database.write(
      async (tx) => void (await tx.updateTable('backups').set({ node: MACHINE }).execute()),
    );
    return copy;
  };

  test('is not marked when its copy is missing, which may be in the folder of another node', async () => {
    rmSync(await makeOlder());
    await checkOnSchedule(newBackups());
    expect(await entries()).toEqual([VERIFIED]);
  });

  test('is marked when its copy is here and invalid', async () => {
    resealCopy(await makeOlder(), { key: 'another key' });
    await checkOnSchedule(newBackups());
    expect(await entries()).toEqual([['failed', 'The copy was not sealed by this installation.']]);
  });
});

test('reading the last backup changes nothing', async () => {
  const backups = newBackups();
  rmSync((await addBackup()).copy);
  expect(await backups.lastVerified()).toBeNull();
  expect(await entries()).toEqual([VERIFIED]);
  await checkOnSchedule(backups);
  expect(await entries()).toEqual([['failed', 'The copy is gone.']]);
  expect(errors).toEqual(['backup lost']);
});

describe('a missing folder, as when its disk is not mounted,', () => {
  test.each([0, 6])('marks no backup, is logged once, and recovers (every %p hours)', async (everyHours) => {
    const backups = newBackups({ everyHours });
    await addBackup();
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
    await addBackup(folder, NOON - HOUR);
    rmSync(folder, { recursive: true });
    expect(await newBackups().run(ADMIN)).toMatchObject({ status: 'verified' });
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

  const addTwo = async () => [await addBackup(folder, NOON - HOUR), await addBackup()] as const;

  test('is not the last backup', async () => {
    const [older, newer] = await addTwo();
    for (const ending of ['', '.json']) copyFileSync(`${older.copy}${ending}`, `${newer.copy}${ending}`);
    const backups = newBackups();
    expect((await backups.lastVerified())?.file).toBe(older.file);
    await checkOnSchedule(backups);
    expect(await entries()).toEqual([LOST, VERIFIED]);
  });

  test('is not the last backup either when its manifest names that file', async () => {
    const [, newer] = await addTwo();
    flipByte(newer.copy, 0.5);
    resealCopy(newer.copy);
    await checkOnSchedule(newBackups());
    expect(await entries()).toEqual([LOST, VERIFIED]);
  });
});
