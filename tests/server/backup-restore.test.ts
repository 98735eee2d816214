/** Restoring: the same rows as before, all or none, and never over existing data without force. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOUR } from '../../src/core/ist-time.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  fillSite,
  flipByte,
  isOfBackup,
  makeBackups,
  NOON,
  readEverything,
  resealCopy,
  scratchFor,
  withDatabase,
  withoutRestoreChanges,
} from './backup-site.ts';
import { placeBackup } from './made-backup.ts';
import { createContext, EDITOR } from './services-context.ts';

let folder = '';
const cleanups = cleanUpAfterEach();
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  cleanups.push(dataDir.remove);
});

const restore = (copy: string, location: DatabaseLocation, force = false) =>
  restoreCopy(join(folder, copy), scratchFor(location, folder), { force, now: 0 }, () => {});

/** Fewer draws than the backup has; most rows are in both. */
const DAYS = 3;

describeOnBothDatabases('a restore', ({ kind, newLocation, newEmptyLocation }) => {
  test('into an empty database gives the same rows in a new epoch, and lists copies that were made later', async () => {
    const location = await newEmptyLocation();
    if (location.kind === 'sqlite') rmSync(dirname(location.file), { recursive: true });
    const site = await placeBackup(kind, folder);
    const later = await placeBackup(kind, folder, NOON + HOUR);
    const { former } = await restore(site.file, location);
    expect(former).toBeNull();
    await withDatabase(location, async (database) => {
      const restored = await readEverything(database);
      expect(withoutRestoreChanges(restored)).toEqual(withoutRestoreChanges(site.before));
      const feed = await readFeedState(database.db);
      expect(feed.admin.head).toBe(site.head + (restored['feed'] ?? []).filter(isOfBackup).length);
      expect(feed.epoch).not.toBe(site.epoch);

      const backups = makeBackups(database, location, folder);
      await backups.startSchedule();
      await backups.stop();
      const { items } = await backups.list({ limit: 10 });
      expect(items.map(({ status, file }) => [status, file])).toEqual([
        ['verified', later.file],
        ['verified', site.file],
      ]);
      expect(await backups.lastVerified()).toEqual(items[0] ?? null);
    });
  });

  test('over existing data needs force, and then replaces all of it', async () => {
    const location = await newLocation();
    const site = await placeBackup(kind, folder);
    const existing = await withDatabase(location, async (database) => {
      await fillSite(database, DAYS);
      await createArticle(
        { ...createContext(database), randomBytes: () => new Uint8Array(12) },
        { title: 'Later', body: 'x', author: 'x' },
        EDITOR,
      );
      return readEverything(database);
    });
    await expect(restore(site.file, location)).rejects.toThrow(/not empty.*--force/);
    expect(await withDatabase(location, readEverything)).toEqual(existing);
    const { former } = await restore(site.file, location, true);
    expect(withoutRestoreChanges(await withDatabase(location, readEverything))).toEqual(
      withoutRestoreChanges(site.before),
    );
    if (location.kind === 'sqlite') {
      // The former database is kept in a file next to the new one.
      expect(await withDatabase({ kind: 'sqlite', file: former ?? '' }, readEverything)).toEqual(existing);
    }
  });

  const damages: [string, (copy: string) => void, RegExp][] = [
    ['with a flipped byte', (copy) => flipByte(copy, 0.6), /checksum/],
    ['without a manifest', (copy) => rmSync(`${copy}.json`), /manifest/],
    ['without its file', (copy) => rmSync(copy), /no such file/],
    [
      'of a newer version',
      (copy) =>
        resealCopy(copy, { change: ({ facts }) => void facts.migrations.push('9999-from-the-future') }),
      /newer version/,
    ],
    [
      'that skipped a migration',
      (copy) =>
        resealCopy(copy, {
          change: ({ facts }) => {
            facts.migrations = [facts.migrations[0] ?? '', '0003-record'];
          },
        }),
      /do not follow each other/,
    ],
    [
      'whose content differs from its manifest',
      (copy) =>
        resealCopy(copy, {
          change: ({ facts }) => {
            facts.rows['draws'] = 552;
          },
        }),
      /table draws has 551 rows instead of 552/,
    ],
  ];

  test('refuses a copy that is damaged or does not fit, and changes nothing', async () => {
    const location = await newLocation();
    const before = await withDatabase(location, async (database) => {
      await fillSite(database, DAYS);
      return readEverything(database);
    });
    // Only the last is found in the database.
    for (const [what, damage, expected] of kind === 'sqlite' ? damages : damages.slice(-1)) {
      const { file, copy } = await placeBackup(kind, folder);
      damage(copy);
      const checking = verifyCopy(copy, scratchFor(location, folder), () => {});
      await expect(checking, what).rejects.toThrow(expected);
      await expect(restore(file, location, true), what).rejects.toThrow(expected);
      expect(await withDatabase(location, readEverything), what).toEqual(before);
    }
    await expect(restore('nothing.db', location, true)).rejects.toThrow(/manifest/);
  });
});

describe('the embedded database', () => {
  test('is not replaced while a server is running, not even with force', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const { file } = await placeBackup('sqlite', folder);
    const database = await openDatabase(location);
    await fillSite(database, DAYS);
    const before = await readEverything(database);
    await expect(restore(file, location, true)).rejects.toThrow(/A server is using/);
    expect(await readEverything(database)).toEqual(before);
    await database.close();
    await restore(file, location, true);
  });

  test('that is damaged is replaced with force, and kept in another file', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const site = await placeBackup('sqlite', folder);
    writeFileSync(location.file, 'this is no database');
    await expect(restore(site.file, location)).rejects.toThrow(/not empty/);
    const { former } = await restore(site.file, location, true);
    expect(readFileSync(former ?? '', 'utf8')).toBe('this is no database');
    expect(withoutRestoreChanges(await withDatabase(location, readEverything))).toEqual(
      withoutRestoreChanges(site.before),
    );
    expect(existsSync(`${location.file}-wal`)).toBe(false);
  });
});
