/** PostgreSQL goes away and comes back: questions fail in good time, and afterwards all is as before. */
import { afterEach, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createArticle } from '../../src/server/services/news.ts';
import { type Database, openDatabase } from '../../src/server/storage/database.ts';
import { readFeed } from '../../src/server/storage/feed-store.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { EDITOR, makeWorld } from './services-world.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/** Stands between the site and PostgreSQL, and can cut the line or fall silent. */
async function openThroughLine(): Promise<{
  database: Database;
  cut(): void;
  setSilent(silent: boolean): void;
}> {
  const { url, drop } = await createTestDatabase();
  cleanups.push(drop);
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanups.push(() => server.close());
  const line = new URL(url);
  line.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const database = await openDatabase({ kind: 'postgres', url: line.href });
  cleanups.push(() => database.close());
  return {
    database,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    setSilent: (silent) => {
      isSilent = silent;
    },
  };
}

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not happen');
    await Bun.sleep(20);
  }
}

test('after a cut line the database answers and tells of the feed again', async () => {
  const { database, cut } = await openThroughLine();
  let hints = 0;
  const stop = await database.onFeedGrowth(() => {
    hints += 1;
  });
  await waitUntil(() => hints === 1);
  cut();
  await waitUntil(() => hints === 2);
  await database.ping();
  await database.write((tx) => tx.updateTable('settings').set({ publish_delay: 5 }).execute());
  await stop();
}, 30_000);

test('writers whose line is cut again and again lose nothing they were told was written, and never half of it', async () => {
  const { database, cut } = await openThroughLine();
  const world = makeWorld(database);
  const acknowledged: string[] = [];
  let isOver = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; !isOver; count += 1) {
      const title = `${writer} ${count}`;
      try {
        await createArticle(world, { title, body: 'b', author: 'a' }, EDITOR);
        acknowledged.push(title);
      } catch (error) {
        expect(String((error as { code?: string }).code)).toMatch(/^(CONNECT|ECONN|EPIPE)/);
      }
    }
  });
  for (let cuts = 0; cuts < 12; cuts += 1) {
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

test('a database that fell silent is noticed within seconds', async () => {
  const { database, cut, setSilent } = await openThroughLine();
  await database.ping();
  setSilent(true);
  const askedAt = Date.now();
  await expect(database.ping()).rejects.toThrow();
  expect(Date.now() - askedAt).toBeLessThan(5_000);
  setSilent(false);
  cut();
  await database.ping();
}, 30_000);

test('the clock of the database can be read', async () => {
  const { database } = await openThroughLine();
  const now = await database.now?.();
  expect(Math.abs((now ?? 0) - Date.now())).toBeLessThan(5_000);
}, 30_000);
