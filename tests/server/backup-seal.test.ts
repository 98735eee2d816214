/** Seals: which installation made a copy, whether it was changed, and what the server trusts. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE } from '../../src/core/ist-time.ts';
import type { Trust } from '../../src/server/backup/manifest.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { writeMigratedFile } from '../support/sqlite-template.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { KEY, makeBackups, NOON, resealCopy, scratchFor, sealWithoutKey } from './backup-site.ts';
import { listBackupsOf, placeBackup } from './made-backup.ts';

const OTHER_KEY = 'a key of another installation';

let folder = '';
let database: Database;
let copy = '';
let remove = () => {};

const location = () => ({ kind: 'sqlite', file: join(folder, '..', 'site.db') }) as const;
const newBackups = () => makeBackups(database, location(), folder);

beforeEach(async () => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  remove = dataDir.remove;
  await writeMigratedFile(location().file);
  database = await openDatabase(location());
  ({ copy } = await placeBackup('sqlite', folder));
  await listBackupsOf(folder, database);
});
afterEach(async () => {
  await database.close();
  remove();
});

const verify = (trust: Partial<Trust> = {}) =>
  verifyCopy(
    copy,
    { ...scratchFor(location(), folder), trust: { key: KEY, acceptOthers: false, ...trust } },
    () => {},
  );

describe('a copy', () => {
  test('of this installation is trusted, and its manifest does not reveal the key', async () => {
    expect(await verify()).toMatchObject({ sealedHere: true });
    expect(readFileSync(`${copy}.json`, 'utf8')).not.toContain(KEY);
  });

  test.each([
    ['another installation', () => resealCopy(copy, { key: OTHER_KEY }), /was made by another installation/],
    ['an older version', () => sealWithoutKey(copy), /was made before copies were sealed with a key/],
  ])(
    'of %s is refused with the option that accepts it, and accepted with that option',
    async (_who, seal, expected) => {
      seal();
      await expect(verify()).rejects.toThrow(expected);
      await expect(verify()).rejects.toThrow('--from-another-installation');
      await expect(verify({ key: null })).rejects.toThrow('--from-another-installation');
      expect(await verify({ acceptOthers: true })).toMatchObject({ sealedHere: false });
      expect(await verify({ key: null, acceptOthers: true })).toMatchObject({ sealedHere: false });
    },
  );

  test.each([false, true])(
    'that was changed and sealed again without the key is refused (%p)',
    async (acceptOthers) => {
      resealCopy(copy, { key: OTHER_KEY, claimedKey: KEY });
      await expect(verify({ acceptOthers })).rejects.toThrow(/is damaged or changed/);
    },
  );

  test('whose manifest was damaged is refused, also with acceptOthers', async () => {
    resealCopy(copy, { key: OTHER_KEY });
    const text = readFileSync(`${copy}.json`, 'utf8');
    writeFileSync(`${copy}.json`, text.replace('"feed":', '"feed": ').replace(/"draws":\d+/, '"draws":7'));
    await expect(verify({ acceptOthers: true })).rejects.toThrow(/is damaged or changed/);
  });
});

describe('the server', () => {
  const statuses = async () =>
    (await newBackups().list({ limit: 10 })).items.map(({ status, error }) => [status, error]);

  test.each([
    ['another installation', () => resealCopy(copy, { key: OTHER_KEY })],
    ['an older version', () => sealWithoutKey(copy)],
  ])('does not list a copy of %s that it finds in its folder', async (_who, seal) => {
    seal();
    await database.write(async (tx) => void (await tx.deleteFrom('backups').execute()));
    const backups = newBackups();
    await backups.startSchedule();
    await backups.stop();
    expect(await statuses()).toEqual([]);
    expect(await backups.lastVerified()).toBeNull();
  });

  test('does not show a copy as the last one after its manifest was replaced', async () => {
    const backups = newBackups();
    expect((await backups.lastVerified())?.status).toBe('verified');
    resealCopy(copy, { key: OTHER_KEY });
    expect(await backups.lastVerified()).toBeNull();
    const time = stepTimeFrom(NOON);
    const schedule = makeBackups(database, location(), folder, { ...time, everyHours: 0 });
    await schedule.startSchedule();
    await time.advanceBy(MINUTE);
    await schedule.stop();
    expect(await statuses()).toEqual([['failed', 'The copy was not sealed by this installation.']]);
  });

  test('lists a copy that exists under two names once', async () => {
    const backups = newBackups();
    for (const ending of ['', '.json']) copyFileSync(copy + ending, `${join(folder, 'again.db')}${ending}`);
    await database.write(async (tx) => void (await tx.deleteFrom('backups').execute()));
    await backups.startSchedule();
    await backups.stop();
    expect((await backups.list({ limit: 10 })).items).toHaveLength(1);
  });
});
