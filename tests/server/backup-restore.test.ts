/** Restoring: the same rows as before, all of them or none, never over something that was not given up. */
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
} from './backup-world.ts';
import { EDITOR, makeWorld } from './services-world.ts';

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

/** As if the disk had been lost. */
async function wipe(location: DatabaseLocation): Promise<void> {
  if (location.kind === 'sqlite') return rmSync(dirname(location.file), { recursive: true, force: true });
  await queryPostgres(location.url, 'drop schema public cascade', 'create schema public');
}

/** What a restore may change: the epoch, and the entry of the backup that was running with its feed rows. */
function withoutTraces({ backups: _, feed = [], feed_state, ...others }: Record<string, unknown[]>) {
  return {
    ...others,
    feed: feed.filter((row) => !isOfBackup(row)),
    feed_state: feed_state?.map((row) => String(row).replace(/"epoch":"[^"]*"|"head":\d+/g, '')),
  };
}

const isOfBackup = (row: unknown): boolean => String(row).includes('"table_name":"backups"');

async function look<Result>(
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

/** Makes a site with a backup, and answers with what was in it. */
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
  test('after everything was wiped gives the same rows, in a new epoch', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
    await wipe(location);
    const { former } = await restore(site.file, location);
    expect(former).toBeNull();
    await look(location, async (database) => {
      const restored = await readEverything(database);
      expect(withoutTraces(restored)).toEqual(withoutTraces(site.before));
      const feed = await readFeedState(database.db);
      expect(feed.admin.head).toBe(site.head + (restored['feed'] ?? []).filter(isOfBackup).length);
      expect(feed.epoch).not.toBe(site.epoch);
    });
  });

  test('of a copy with one flipped byte is refused, and changes nothing', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
    const before = await look(location, readEverything);
    flipByte(join(folder, site.file), 0.6);
    await expect(restore(site.file, location, true)).rejects.toThrow(/checksum/);
    expect(await look(location, readEverything)).toEqual(before);
  });

  test('over something needs force, and then replaces all of it', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
    await look(location, (database) =>
      createArticle(
        { ...makeWorld(database), randomBytes: () => new Uint8Array(12) },
        { title: 'Later', body: 'x', author: 'x' },
        EDITOR,
      ),
    );
    const later = await look(location, readEverything);
    await expect(restore(site.file, location)).rejects.toThrow(/not empty.*--force/);
    expect(await look(location, readEverything)).toEqual(later);
    const { former } = await restore(site.file, location, true);
    expect(withoutTraces(await look(location, readEverything))).toEqual(withoutTraces(site.before));
    if (location.kind === 'sqlite') {
      // The former database is kept beside the new one, whole.
      expect(await look({ kind: 'sqlite', file: former ?? '' }, readEverything)).toEqual(later);
    }
  });

  test('finds the copies that were made since in its list again', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
    await look(location, (database) =>
      makeBackups(database, location, folder, { clock: { now: () => NOON + HOUR } }).run(ADMIN),
    );
    await restore(site.file, location, true);
    await look(location, async (database) => {
      const backups = makeBackups(database, location, folder);
      await backups.startSchedule();
      await backups.stop();
      const { items } = await backups.list({ limit: 10 });
      expect(items.map(({ status }) => status)).toEqual(['verified', 'verified']);
      expect(items[1]?.file).toBe(site.file);
      expect(await backups.lastVerified()).toEqual(items[0] ?? null);
    });
  });

  test('refuses a copy that does not hold what its manifest promises', async () => {
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

  test('refuses a file without a manifest, and one that is not there', async () => {
    const location = await newLocation();
    const site = await makeSite(location);
    rmSync(join(folder, `${site.file}.json`));
    await expect(restore(site.file, location, true)).rejects.toThrow(/manifest/);
    await expect(restore('nothing.db', location, true)).rejects.toThrow(/manifest/);
  });
});

describe('the embedded database', () => {
  test('is not replaced under a running server, not even by force', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const site = await makeSite(location);
    const database = await openDatabase(location);
    await expect(restore(site.file, location, true)).rejects.toThrow(/A server is using/);
    expect(withoutTraces(await readEverything(database))).toEqual(
      withoutTraces(await look(location, readEverything)),
    );
    await database.close();
    await restore(site.file, location, true);
  });

  test('that is damaged can be replaced, by force, and is kept aside', async () => {
    const location = { kind: 'sqlite', file: join(folder, '..', 'site.db') } as const;
    const site = await makeSite(location);
    writeFileSync(location.file, 'this is no database');
    await expect(restore(site.file, location)).rejects.toThrow(/not empty/);
    const { former } = await restore(site.file, location, true);
    expect(readFileSync(former ?? '', 'utf8')).toBe('this is no database');
    expect(withoutTraces(await look(location, readEverything))).toEqual(withoutTraces(site.before));
    expect(existsSync(`${location.file}-wal`)).toBe(false);
  });
});

describe('PostgreSQL', () => {
  /** Empty, so that the tables belong to whoever makes them. */
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

  test('is replaced while nodes are running, and they see the new epoch', async () => {
    const location = { kind: 'postgres', url: await newDatabase() } as const;
    const site = await makeSite(location);
    const node = await openDatabase(location);
    const world = {
      ...makeWorld(node),
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    };
    let writing = true;
    const writer = (async () => {
      while (writing) await createArticle(world, { title: 'News', body: 'x', author: 'x' }, EDITOR);
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

  test('where no database may be created, copies are tried out in a schema, which then goes', async () => {
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
    expect(withoutTraces(await look(location, readEverything))).toEqual(withoutTraces(site.before));
    expect(await listScratch(url)).toEqual([]);
  });

  test('what a crash left of a scratch database goes with the next backup', async () => {
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
