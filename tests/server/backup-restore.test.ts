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
import { queryPostgres } from '../support/postgres.ts';
import {
  ADMIN,
  flipByte,
  isOfBackup,
  makeBackups,
  makeSiteWithBackup,
  NOON,
  readEverything,
  resealCopy,
  scratchFor,
  withDatabase,
  withoutRestoreChanges,
} from './backup-site.ts';
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

/** Deletes everything. */
async function wipe(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'sqlite') return rmSync(dirname(location.file), { recursive: true, force: true });
  await queryPostgres(location.url, 'drop schema public cascade', 'create schema public');
}

describeOnBothDatabases('a restore', ({ newLocation }) => {
  test('into an empty database gives the same rows, in a new epoch', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    await wipe(location);
    const { former } = await restore(site.file, location);
    expect(former).toBeNull();
    await withDatabase(location, async (database) => {
      const restored = await readEverything(database);
      expect(withoutRestoreChanges(restored)).toEqual(withoutRestoreChanges(site.before));
      const feed = await readFeedState(database.db);
      expect(feed.admin.head).toBe(site.head + (restored['feed'] ?? []).filter(isOfBackup).length);
      expect(feed.epoch).not.toBe(site.epoch);
    });
  });

  test('refuses a copy with a flipped byte, and changes nothing', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    const before = await withDatabase(location, readEverything);
    flipByte(join(folder, site.file), 0.6);
    await expect(restore(site.file, location, true)).rejects.toThrow(/checksum/);
    expect(await withDatabase(location, readEverything)).toEqual(before);
  });

  test('over existing data needs force, and then replaces all of it', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    await withDatabase(location, (database) =>
      createArticle(
        { ...createContext(database), randomBytes: () => new Uint8Array(12) },
        { title: 'Later', body: 'x', author: 'x' },
        EDITOR,
      ),
    );
    const later = await withDatabase(location, readEverything);
    await expect(restore(site.file, location)).rejects.toThrow(/not empty.*--force/);
    expect(await withDatabase(location, readEverything)).toEqual(later);
    const { former } = await restore(site.file, location, true);
    expect(withoutRestoreChanges(await withDatabase(location, readEverything))).toEqual(
      withoutRestoreChanges(site.before),
    );
    if (location.kind === 'sqlite') {
      // The former database is kept in a file next to the new one.
      expect(await withDatabase({ kind: 'sqlite', file: former ?? '' }, readEverything)).toEqual(later);
    }
  });

  test('lists the copies that were made after the restored one', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    await withDatabase(location, (database) =>
      makeBackups(database, location, folder, { clock: { now: () => NOON + HOUR } }).run(ADMIN),
    );
    await restore(site.file, location, true);
    await withDatabase(location, async (database) => {
      const backups = makeBackups(database, location, folder);
      await backups.startSchedule();
      await backups.stop();
      const { items } = await backups.list({ limit: 10 });
      expect(items.map(({ status }) => status)).toEqual(['verified', 'verified']);
      expect(items[1]?.file).toBe(site.file);
      expect(await backups.lastVerified()).toEqual(items[0] ?? null);
    });
  });

  test('refuses a copy whose content differs from its manifest', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    const copy = join(folder, site.file);
    resealCopy(copy, {
      change: ({ facts }) => {
        facts.rows['draws'] = 1252;
      },
    });
    await expect(verifyCopy(copy, scratchFor(location, folder), () => {})).rejects.toThrow(
      /table draws has 1251 rows instead of 1252/,
    );
    await expect(restore(site.file, location, true)).rejects.toThrow(/draws/);
  });

  test('refuses a copy of a newer version, and one that skipped a migration', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    const copy = join(folder, site.file);
    resealCopy(copy, { change: ({ facts }) => void facts.migrations.push('9999-from-the-future') });
    await expect(restore(site.file, location, true)).rejects.toThrow(/newer version/);
    resealCopy(copy, { change: ({ facts }) => void facts.migrations.splice(1) });
    resealCopy(copy, { change: ({ facts }) => void facts.migrations.push('0003-record') });
    await expect(restore(site.file, location, true)).rejects.toThrow(/do not follow each other/);
  });

  test('refuses a file without a manifest, and a missing file', async () => {
    const location = await newLocation();
    const site = await makeSiteWithBackup(location, folder);
    rmSync(join(folder, `${site.file}.json`));
    await expect(restore(site.file, location, true)).rejects.toThrow(/manifest/);
    await expect(restore('nothing.db', location, true)).rejects.toThrow(/manifest/);
  });
});

describe('the embedded database', () => {
  test('is not replaced while a server is running, not even with force', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const site = await makeSiteWithBackup(location, folder);
    const database = await openDatabase(location);
    await expect(restore(site.file, location, true)).rejects.toThrow(/A server is using/);
    expect(withoutRestoreChanges(await readEverything(database))).toEqual(
      withoutRestoreChanges(await withDatabase(location, readEverything)),
    );
    await database.close();
    await restore(site.file, location, true);
  });

  test('that is damaged is replaced with force, and kept in another file', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const site = await makeSiteWithBackup(location, folder);
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
