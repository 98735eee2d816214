/** Restoring into PostgreSQL: while nodes are running, with a limited role, and after a crash. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  queryPostgres,
  type TestDatabase,
} from '../support/postgres.ts';
import {
  fillSite,
  KEY,
  NOON,
  readEverything,
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

async function makeCopy(location: DatabaseLocation): Promise<string> {
  const job = { location, folder, scratchFolder: join(folder, '..'), key: KEY, name: 'copy', at: NOON };
  const ignore = () => {};
  return (await makeVerifiedCopy(job, ignore, ignore)).file;
}

describe('PostgreSQL', () => {
  async function newDatabase(create: () => Promise<TestDatabase>): Promise<string> {
    const { url, release } = await create();
    cleanups.push(release);
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

  /** Backups of other tests on this cluster have scratch databases too, but only for seconds. */
  const expectNoScratchLeft = async (url: string) => {
    let left = await listScratch(url);
    for (let tries = 0; left.length > 0 && tries < 200; tries += 1) {
      await Bun.sleep(100);
      const present = await listScratch(url);
      left = left.filter((name) => present.includes(name));
    }
    expect(left).toEqual([]);
  };

  test('is replaced while nodes are running, which then read the new epoch', async () => {
    const location = { kind: 'postgres', url: await newDatabase(createTestDatabase) } as const;
    const site = await placeBackup('postgres', folder);
    const node = await openDatabase(location);
    const context = {
      ...createContext(node),
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    };
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await createArticle(context, { title: 'News', body: 'x', author: 'x' }, EDITOR);
        await Bun.sleep(1);
      }
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
    // Empty, so that the tables belong to the role, which creates them.
    const url = await newDatabase(createEmptyDatabase);
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
    const before = await withDatabase(location, async (database) => {
      await fillSite(database, 3);
      return readEverything(database);
    });
    await restore(await makeCopy(location), location, true);
    expect(withoutRestoreChanges(await withDatabase(location, readEverything))).toEqual(
      withoutRestoreChanges(before),
    );
    await expectNoScratchLeft(url);
  });

  test('scratch databases left by a crash are dropped by the next backup', async () => {
    const location = { kind: 'postgres', url: await newDatabase(createTestDatabase) } as const;
    await queryPostgres(
      location.url,
      'create database swarna_chakra_scratch_1700000000_deadbeef template template0',
      'create schema swarna_chakra_scratch_1700000000_deadbeef',
    );
    await makeCopy(location);
    await expectNoScratchLeft(location.url);
  });
});
