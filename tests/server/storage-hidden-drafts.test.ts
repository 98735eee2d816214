/** Drafts are hidden: two databases that differ only in drafts of draws and news give the same public data. */

import { expect, test } from 'bun:test';
import type { DrawFilters } from '../../src/contract/draws.ts';
import { createArticle, editArticle } from '../../src/server/services/content/news.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { createResultFinder } from '../../src/server/services/draws/find-results.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { headFor } from '../../src/server/storage/feed/feed-cursor.ts';
import { readFeed, readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import * as publicReads from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { NO_CHANGES } from '../support/no-changes.ts';
import { createContext, EDITOR, newDrawFor, TODAY } from './services-context.ts';

/** Makes every kind of change to drafts, and a few public changes. */
async function makeChanges(database: Database, draftDigits: string, editedDigits: string): Promise<void> {
  const context = createContext(database);
  const [digit1, digit2, digit3, digit4, digit5] = editedDigits;
  const edit = { digit1, digit2, digit3, digit4, digit5 };
  await createArticle(context, { title: 'Welcome', body: 'To all', author: 'Desk' }, EDITOR);
  const hidden = { title: draftDigits, body: draftDigits, author: 'Desk' };
  const unready = await createArticle(context, { ...hidden, status: 'draft' }, EDITOR);
  await editArticle(context, { id: unready.id, patch: { body: editedDigits } }, EDITOR);
  const publishAt = '2026-12-01T00:00:00.000Z';
  await createArticle(context, { ...hidden, status: 'scheduled', publishAt }, EDITOR);
  await createDraw(context, newDrawFor('10:00', '11111', { published: true }), EDITOR);
  const draft = await createDraw(context, newDrawFor('12:00', draftDigits), EDITOR);
  await editDraw(context, { id: draft.id, patch: edit }, EDITOR);
  const unwanted = await createDraw(context, newDrawFor('14:00', draftDigits), EDITOR);
  await deleteDraw(context, { id: unwanted.id }, EDITOR);
  const recalled = await createDraw(context, newDrawFor('17:00', '22222'), EDITOR);
  await publishDraw(context, { id: recalled.id }, EDITOR);
  await unpublishDraw(context, { id: recalled.id }, EDITOR);
  await editDraw(context, { id: recalled.id, patch: edit }, EDITOR);
  await createDraw(context, newDrawFor('19:00', draftDigits), EDITOR);
}

const searchIn = (database: Database, filters: DrawFilters) =>
  createResultFinder({ database, live: NO_CHANGES }).page({ limit: 500, ...filters });

/** Calls each export of public-reads.ts with the widest filters. */
const PUBLIC_READS: Record<
  keyof typeof publicReads,
  (database: Database, digits: string) => Promise<unknown>
> = {
  listPublishedDraws: async (database, digits) => [
    await publicReads.listPublishedDraws(database.db, { limit: 500 }),
    await searchIn(database, { endsWith: digits.slice(-3) }),
    await searchIn(database, { endsWith: digits }),
    await searchIn(database, { q: digits.slice(0, 1) }),
    await searchIn(database, { find: digits.slice(-3) }),
    await publicReads.listPublishedDraws(database.db, { limit: 500, date: TODAY, slot: '12:00' }),
  ],
  streamPublishedDraws: ({ db }) => Array.fromAsync(publicReads.streamPublishedDraws(db)),
  readResultsAfter: ({ db }) => publicReads.readResultsAfter(db, undefined, 500),
  findPublishedDraws: ({ db }) =>
    publicReads.findPublishedDraws(
      db,
      [1, 2, 3, 4, 5].map((place) => `SC15112026${place}`),
    ),
  findPublishedDraw: ({ db }) =>
    Promise.all([1, 2, 3, 4, 5].map((place) => publicReads.findPublishedDraw(db, `SC15112026${place}`))),
  findPublishedDrawById: async ({ db }) =>
    Promise.all((await readDay(db, TODAY)).map(({ id }) => publicReads.findPublishedDrawById(db, id))),
  readPublishedDay: ({ db }) => publicReads.readPublishedDay(db, TODAY),
  listPublishedDays: ({ db }) => publicReads.listPublishedDays(db, { limit: 100 }),
  findNeighbours: async ({ db }) => [
    await publicReads.findNeighbours(db, { date: TODAY, slot: '10:00' }),
    await publicReads.findNeighbours(db, { date: TODAY, slot: '14:00' }),
  ],
  findDaysBeside: async ({ db }) => [
    await publicReads.findDaysBeside(db, TODAY),
    await publicReads.findDaysBeside(db, '2026-11-14'),
  ],
  findPublicNumbers: ({ db }) =>
    publicReads.findPublicNumbers(
      db,
      [1, 2, 3, 4, 5].map((place) => `SC15112026${place}`),
    ),
  findPublishedMonths: ({ db }) => publicReads.findPublishedMonths(db),
  listNews: async ({ db }, digits) => [
    await publicReads.listNews(db, { limit: 500 }),
    await publicReads.listNews(db, { limit: 500, q: digits, language: 'ml' }),
  ],
  readNewsFrom: ({ db }) => publicReads.readNewsFrom(db, { limit: 500 }),
  findArticle: async ({ db }) => {
    const { items } = await publicReads.listNews(db, { limit: 1 });
    return publicReads.findArticle(db, items[0]?.id ?? '');
  },
  listFaqs: ({ db }) => publicReads.listFaqs(db),
  readPublicSettings: ({ db }) => publicReads.readPublicSettings(db),
};

async function readEverythingPublic(database: Database, digits: string): Promise<string> {
  const seen: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(PUBLIC_READS)) seen[name] = await read(database, digits);
  seen['feed'] = await readFeed(database.db, 'public', 0, 1_000);
  seen['head'] = headFor(await readFeedState(database.db), 'public').id;
  return JSON.stringify(seen, null, 1);
}

test('every export of public-reads.ts is called', () => {
  expect(Object.keys(PUBLIC_READS).sort()).toEqual(Object.keys(publicReads).sort());
});

describeOnBothDatabases('hidden drafts', ({ open }) => {
  test('nothing public depends on the digits of a draft', async () => {
    const [one, other] = [await open(), await open()];
    await makeChanges(one, '90817', '96385');
    await makeChanges(other, '74036', '70469');
    const view = await readEverythingPublic(one, '96385');
    expect(await readEverythingPublic(other, '96385')).toBe(view);
    expect(view).toContain('"digit1": "1"');
    expect(view).not.toMatch(/"digit\d": "[^12]"/);
  });

  test('the staff feed differs, so this test can fail', async () => {
    const [one, other] = [await open(), await open()];
    await makeChanges(one, '90817', '96385');
    await makeChanges(other, '74036', '70469');
    const [seenInOne, seenInOther] = [
      await readFeed(one.db, 'admin', 0, 1_000),
      await readFeed(other.db, 'admin', 0, 1_000),
    ];
    expect(JSON.stringify(seenInOne)).not.toBe(JSON.stringify(seenInOther));
  });

  test('the public feed has a draw only from its publication to its end', async () => {
    const database = await open();
    await makeChanges(database, '90817', '96385');
    const feed = await readFeed(database.db, 'public', 0, 1_000);
    expect(feed.map(({ table, type }) => `${type} ${table}`)).toEqual([
      'INSERT news_posts',
      'INSERT draws',
      'INSERT draws',
      'DELETE draws',
    ]);
    expect(feed.at(-1)?.row).toBe(JSON.stringify({ id: feed.at(-1)?.rowId }));
  });
});
