/** Each difference between a copy and the facts of its original is a fault of its own. */

import { Database as BunSqlite } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { type Facts, findFaults, readFacts } from '../../src/server/backup/facts.ts';
import { inspectSqlite } from '../../src/server/backup/sqlite-copy.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeInstallation } from '../support/installation.ts';
import { createContext, EDITOR } from './services-context.ts';

const cleanups = cleanUpAfterEach();

async function openCopy() {
  const { location, remove } = await makeInstallation('sqlite');
  cleanups.push(remove);
  if (location.kind !== 'sqlite') throw new Error('it must be SQLite');
  const database = await openDatabase(location);
  const article = { title: 'Notice', body: 'Text', author: 'Desk', published: true };
  await createArticle(createContext(database), article, EDITOR);
  await database.close();
  const sqlite = new BunSqlite(location.file);
  cleanups.push(() => sqlite.close());
  return inspectSqlite(sqlite);
}

test('a copy that is as its original has none', async () => {
  const copy = await openCopy();
  expect(await findFaults(copy, await readFacts(copy))).toEqual([]);
});

test.each<[string, (facts: Facts) => Partial<Facts>]>([
  ['table news_posts has 1 rows instead of 2', ({ rows }) => ({ rows: { ...rows, news_posts: 2 } })],
  ['table other has no rows instead of 3', ({ rows }) => ({ rows: { ...rows, other: 3 } })],
  ['the feed is at another id', ({ feed }) => ({ feed: { ...feed, head: feed.head + 1 } })],
  ['the schema is another one', ({ migrations }) => ({ migrations: migrations.slice(1) })],
])('%s', async (fault, change) => {
  const copy = await openCopy();
  const facts = await readFacts(copy);
  expect(await findFaults(copy, { ...facts, ...change(facts) })).toEqual([fault]);
});
