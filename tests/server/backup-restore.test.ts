/** Restoring: the same rows as before, all or none, and never over existing data without force. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOUR } from '../../src/core/ist-time.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createEmptyDatabase, queryPostgres } from '../support/postgres.ts';
import { makeDataDir } from '../support/server.ts';
import {
  ADMIN,
  fillSite,
  flipByte,
  makeBackups,
  NOON,
  readEverything,
  resealCopy,
  scratchFor,
} from './backup-site.ts';
import { createContext, EDITOR } from './services-context.ts';

let folder = '';
const cleanups: (() => Promise<void> | void)[] = [];
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  cleanups.push(dataDir.remove);
});
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

const restore = (copy: string, location: DatabaseLocation, force = false) =>
  restoreCopy(join(folder, copy), scratchFor(location, folder), { force }, () => {});

/** Deletes everything. */
async function wipe(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'sqlite') return rmSync(dirname(location.file), { recursive: true, force: true });
  await queryPostgres(location.url, 'drop schema public cascade', 'create schema public');
}

/** Leaves out what a restore changes: the epoch, and the entry of the running backup with its feed rows. */
function withoutRestoreChanges({ backups: _, feed = [], feed_state, ...others }: Record<string, unknown[]>) {
  return {
    ...others,
    feed: feed.filter((row) => !isOfBackup(row)),
    feed_state: feed_state?.map((row) => String(row).replace(/"epoch":"[^"]*"|"head":\d+/g, '')),
  };
}

const isOfBackup = (row: unknown): boolean => String(row).includes('"table_name":"backups"');

async function withDatabase<Result>(
  location: DatabaseLocation,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(location);
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

/** Creates a site with a backup, and returns its content. */
async function makeSite(location: DatabaseLocation) {
  const database = await openDatabase(location);
  await fillSite(database);
  const before = await readEverything(database);
  const { epoch, admin } = await readFeedState(database.db);
  const backup = await makeBackups(database, location, folder).run(ADMIN);
  expect(backup).toMatchObject({ status: 'verified', error: null });
  await database.close();
  return { file: backup.file, before, epoch, head: admin.head };
}

describeOnBothDatabases('a restore', ({ newLocation }) => {
  test('into an empty database gives the same rows, in a new epoch', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
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
    const site = await makeSite(location);
    const before = await withDatabase(location, readEverything);
    flipByte(join(folder, site.file), 0.6);
    await expect(restore(site.file, location, true)).rejects.toThrow(/checksum/);
    expect(await withDatabase(location, readEverything)).toEqual(before);
  });

  test('over existing data needs force, and then replaces all of it', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
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
    const site = await makeSite(location);
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
    const site = await makeSite(location);
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
    const site = await makeSite(location);
    const copy = join(folder, site.file);
    resealCopy(copy, { change: ({ facts }) => void facts.migrations.push('9999-from-the-future') });
    await expect(restore(site.file, location, true)).rejects.toThrow(/newer version/);
    resealCopy(copy, { change: ({ facts }) => void facts.migrations.splice(1) });
    resealCopy(copy, { change: ({ facts }) => void facts.migrations.push('0003-record') });
    await expect(restore(site.file, location, true)).rejects.toThrow(/do not follow each other/);
  });

  test('refuses a file without a manifest, and a missing file', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
    rmSync(join(folder, `${site.file}.json`));
    await expect(restore(site.file, location, true)).rejects.toThrow(/manifest/);
    await expect(restore('nothing.db', location, true)).rejects.toThrow(/manifest/);
  });
});

describe('the embedded database', () => {
  test('is not replaced while a server is running, not even with force', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const site = await makeSite(location);
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
    const site = await makeSite(location);
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

describe('PostgreSQL', () => {
  /** Empty, so that the tables belong to the role that creates them. */
  async function newDatabase(): Promise<string> {
    const { url, drop } = await createEmptyDatabase();
    cleanups.push(drop);
    return url;
  }

  const listScratch = async (url: string) => {
    const found = await queryPostgres<{ name: string }>(
      url,
      `select datname as name from pg_database where datname like 'swarna_chakra_scratch_%'
       union all select nspname from pg_namespace where nspname like 'swarna_chakra_scratch_%'`,
    );
    return found.map(({ name }) => name);
  };

  test('is replaced while nodes are running, which then read the new epoch', async () => {
    const location = { kind: 'postgres', url: await newDatabase() } as const;
    const site = await makeSite(location);
    const node = await openDatabase(location);
    const context = {
      ...createContext(node),
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    };
    let writing = true;
    const writer = (async () => {
      while (writing) await createArticle(context, { title: 'News', body: 'x', author: 'x' }, EDITOR);
    })();
    let woken = 0;
    const stopListening = node.onFeedGrowth(() => {
      woken += 1;
    });
    await restore(site.file, location, true);
    writing = false;
    await writer;
    expect((await readFeedState(node.db)).epoch).not.toBe(site.epoch);
    expect(woken).toBeGreaterThan(0);
    stopListening();
    await node.close();
  });

  test('without permission to create databases, copies are checked in a schema, which is then dropped', async () => {
    const url = await newDatabase();
    const role = `test_role_${crypto.randomUUID().slice(0, 8)}`;
    await queryPostgres(
      url,
      `create role ${role} login`,
      `grant all on database ${new URL(url).pathname.slice(1)} to ${role}`,
      `grant all on schema public to ${role}`,
    );
    cleanups.push(async () => void (await queryPostgres(url, `drop owned by ${role}`, `drop role ${role}`)));
    const limited = new URL(url);
    limited.username = role;
    const location = { kind: 'postgres', url: limited.href } as const;
    const site = await makeSite(location);
    await verifyCopy(join(folder, site.file), scratchFor(location, folder), () => {});
    await restore(site.file, location, true);
    expect(withoutRestoreChanges(await withDatabase(location, readEverything))).toEqual(
      withoutRestoreChanges(site.before),
    );
    expect(await listScratch(url)).toEqual([]);
  });

  test('scratch databases left by a crash are dropped by the next backup', async () => {
    const location = { kind: 'postgres', url: await newDatabase() } as const;
    await queryPostgres(
      location.url,
      'create database swarna_chakra_scratch_1700000000_deadbeef template template0',
      'create schema swarna_chakra_scratch_1700000000_deadbeef',
    );
    await makeSite(location);
    expect(await listScratch(location.url)).toEqual([]);
  });
});
