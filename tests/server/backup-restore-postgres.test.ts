/** Restoring into PostgreSQL: while nodes are running, with a limited role, and after a crash. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createEmptyDatabase, queryPostgres } from '../support/postgres.ts';
import {
  makeSiteWithBackup,
  readEverything,
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

describe('PostgreSQL', () => {
  /** Empty, so that the tables belong to the role that creates them. */
  async function newDatabase(): Promise<string> {
    const { url, release } = await createEmptyDatabase();
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
    const location = { kind: 'postgres', url: await newDatabase() } as const;
    const site = await makeSiteWithBackup(location, folder);
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
    const site = await makeSiteWithBackup(location, folder);
    await verifyCopy(join(folder, site.file), scratchFor(location, folder), () => {});
    await restore(site.file, location, true);
    expect(withoutRestoreChanges(await withDatabase(location, readEverything))).toEqual(
      withoutRestoreChanges(site.before),
    );
    await expectNoScratchLeft(url);
  });

  test('scratch databases left by a crash are dropped by the next backup', async () => {
    const location = { kind: 'postgres', url: await newDatabase() } as const;
    await queryPostgres(
      location.url,
      'create database swarna_chakra_scratch_1700000000_deadbeef template template0',
      'create schema swarna_chakra_scratch_1700000000_deadbeef',
    );
    await makeSiteWithBackup(location, folder);
    await expectNoScratchLeft(location.url);
  });
});
