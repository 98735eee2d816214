/** PostgreSQL is down for a while: queries fail within seconds, and work again afterwards. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { DatabaseDown } from '../../src/server/errors.ts';
import { createLog, type Log } from '../../src/server/log.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import { readFeed } from '../../src/server/storage/feed/feed-store.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { createContext, EDITOR } from './services-context.ts';

const cleanups = cleanUpAfterEach();

async function openThroughLine(log?: Log): Promise<PostgresProxy & { database: Database }> {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  const line = await startPostgresProxy(url);
  cleanups.push(line.close);
  const database = await openDatabase({ kind: 'postgres', url: line.url }, log);
  cleanups.push(() => database.close());
  return { ...line, database };
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen');
    await Bun.sleep(20);
  }
}

const isUp = (database: Database): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  );

test('after its connections were cut the database works and notifies of feed growth again', async () => {
  const { database, cut } = await openThroughLine();
  let notifications = 0;
  const stop = database.onFeedGrowth(() => {
    notifications += 1;
  });
  await waitUntil(() => notifications === 1);
  cut();
  await waitUntil(() => notifications === 2);
  await database.ping();
  await database.write((tx) => tx.updateTable('settings').set({ publish_delay: 5 }).execute());
  stop();
}, 30_000);

test('a stall of this process is not an outage of the database', async () => {
  const { database, delayBy } = await openThroughLine();
  await database.ping();
  delayBy(200);
  Bun.sleepSync(2_000);
  await database.ping();
  expect(database.state().outages).toBe(0);
}, 30_000);

test('writers whose connections are cut repeatedly lose no acknowledged write and store no partial one', async () => {
  const { database, cut } = await openThroughLine();
  const context = createContext(database);
  const acknowledged: string[] = [];
  let isOver = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; !isOver; count += 1) {
      const title = `${writer} ${count}`;
      try {
        await createArticle(context, { title, body: 'b', author: 'a' }, EDITOR);
        acknowledged.push(title);
      } catch (error) {
        expect(error).toBeInstanceOf(DatabaseDown);
      }
    }
  });
  for (let cuts = 0; cuts < 5; cuts += 1) {
    await Bun.sleep(200);
    cut();
  }
  await Bun.sleep(500);
  isOver = true;
  await Promise.all(writers);

  const stored = await database.db.selectFrom('news_posts').select('title').execute();
  const titles = new Set(stored.map(({ title }) => title));
  expect(acknowledged.length).toBeGreaterThan(8);
  expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
  const feed = await readFeed(database.db, 'public', 0, 100_000);
  expect(feed.map(({ id }) => id)).toEqual(stored.map((_, index) => index + 1));
  const log = await database.db.selectFrom('activity').select('target').orderBy('id').execute();
  expect(log.map(({ target }) => target)).toEqual(feed.map(({ row }) => JSON.parse(row).title));
}, 60_000);

test('a transaction whose session ends before the commit is repeated once', async () => {
  const { database } = await openThroughLine();
  const endSession = sql`select pg_terminate_backend(pg_backend_pid())`;
  let attempts = 0;
  const changeAfter = (endedSessions: number) =>
    database.write(async (tx) => {
      attempts += 1;
      if (attempts <= endedSessions) await endSession.execute(tx);
      await tx.updateTable('settings').set({ publish_delay: 7 }).execute();
    });
  await changeAfter(1);
  expect(attempts).toBe(2);
  const settings = await database.db.selectFrom('settings').select('publish_delay').executeTakeFirst();
  expect(settings?.publish_delay).toBe(7);
  attempts = 0;
  await expect(changeAfter(2)).rejects.toBeInstanceOf(DatabaseDown);
  expect(attempts).toBe(2);
}, 30_000);

test('a write that was repeated because this process stalled is logged with its cause, not as a failed query', async () => {
  const lines: string[] = [];
  const log = createLog('info', { now: () => 0 }, (line) => lines.push(line));
  const { database } = await openThroughLine(log);
  let attempts = 0;
  await database.write(async (tx) => {
    attempts += 1;
    // Longer than a transaction may be idle.
    if (attempts === 1) await Bun.sleep(1_500);
    await tx.updateTable('settings').set({ publish_delay: 7 }).execute();
  });
  expect(attempts).toBe(2);
  await Bun.sleep(3_000);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'a write was repeated',
      cause: 'terminating connection due to idle-in-transaction timeout',
    }),
  ]);
}, 30_000);

test('a database that stops responding is noticed within seconds', async () => {
  const { database, silence, endSilence } = await openThroughLine();
  await database.ping();
  silence();
  const startedAt = Date.now();
  await expect(database.ping()).rejects.toThrow();
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  endSilence();
  await waitUntil(() => isUp(database));
}, 30_000);

test('the clock of the database can be read', async () => {
  const { database } = await openThroughLine();
  const now = await database.now?.();
  expect(Math.abs((now ?? 0) - Date.now())).toBeLessThan(5_000);
}, 30_000);
