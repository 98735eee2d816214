/** Sealed drafts: two worlds that differ only in the digits of drafts look the same through every public door. */

import { expect, test } from 'bun:test';
import { createArticle } from '../../src/server/services/content/news.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { headFor } from '../../src/server/storage/feed/feed-cursor.ts';
import { readFeed, readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import * as publicReads from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EDITOR, makeWorld, newDrawFor, TODAY } from './services-world.ts';

/** Everything that can happen to drafts, beside a little that is public. */
async function liveThroughADay(database: Database, draftDigits: string, editedDigits: string): Promise<void> {
  const world = makeWorld(database);
  const [digit1, digit2, digit3, digit4, digit5] = editedDigits;
  const edit = { digit1, digit2, digit3, digit4, digit5 };
  await createArticle(world, { title: 'Welcome', body: 'To all', author: 'Desk' }, EDITOR);
  await createDraw(world, newDrawFor('10:00', '11111', { published: true }), EDITOR);
  const draft = await createDraw(world, newDrawFor('12:00', draftDigits), EDITOR);
  await editDraw(world, { id: draft.id, patch: edit }, EDITOR);
  const unwanted = await createDraw(world, newDrawFor('14:00', draftDigits), EDITOR);
  await deleteDraw(world, { id: unwanted.id }, EDITOR);
  const recalled = await createDraw(world, newDrawFor('17:00', '22222'), EDITOR);
  await publishDraw(world, { id: recalled.id }, EDITOR);
  await unpublishDraw(world, { id: recalled.id }, EDITOR);
  await editDraw(world, { id: recalled.id, patch: edit }, EDITOR);
  await createDraw(world, newDrawFor('19:00', draftDigits), EDITOR);
}

/** Each export of the public's door, opened as wide as it goes. */
const DOORS: Record<keyof typeof publicReads, (database: Database, digits: string) => Promise<unknown>> = {
  listPublishedDraws: async ({ db }, digits) => [
    await publicReads.listPublishedDraws(db, { limit: 500 }),
    await publicReads.listPublishedDraws(db, { limit: 500, endsWith: digits.slice(-3) }),
    await publicReads.listPublishedDraws(db, { limit: 500, endsWith: digits }),
    await publicReads.listPublishedDraws(db, { limit: 500, q: digits.slice(0, 1) }),
    await publicReads.listPublishedDraws(db, { limit: 500, date: TODAY, slot: '12:00' }),
  ],
  streamPublishedDraws: ({ db }) => Array.fromAsync(publicReads.streamPublishedDraws(db, {})),
  findPublishedDraw: ({ db }) =>
    Promise.all([1, 2, 3, 4, 5].map((place) => publicReads.findPublishedDraw(db, `SC15112026${place}`))),
  readPublishedDay: ({ db }) => publicReads.readPublishedDay(db, TODAY),
  listPublishedDays: ({ db }) => publicReads.listPublishedDays(db, { limit: 100 }),
  findNeighbours: async ({ db }) => [
    await publicReads.findNeighbours(db, { date: TODAY, slot: '10:00' }),
    await publicReads.findNeighbours(db, { date: TODAY, slot: '14:00' }),
  ],
  findPublishedMonths: ({ db }) => publicReads.findPublishedMonths(db),
  listNews: ({ db }) => publicReads.listNews(db, { limit: 500 }),
  readNewsFrom: ({ db }) => publicReads.readNewsFrom(db, { limit: 500 }),
  findArticle: async ({ db }) => {
    const { items } = await publicReads.listNews(db, { limit: 1 });
    return publicReads.findArticle(db, items[0]?.id ?? '');
  },
  listFaqs: ({ db }) => publicReads.listFaqs(db),
  readPublicSettings: ({ db }) => publicReads.readPublicSettings(db),
};

async function lookThroughEveryDoor(database: Database, digits: string): Promise<string> {
  const seen: Record<string, unknown> = {};
  for (const [name, look] of Object.entries(DOORS)) seen[name] = await look(database, digits);
  seen['feed'] = await readFeed(database.db, 'public', 0, 1_000);
  seen['head'] = headFor(await readFeedState(database.db), 'public').id;
  return JSON.stringify(seen, null, 1);
}

test('every public door is looked through', () => {
  expect(Object.keys(DOORS).sort()).toEqual(Object.keys(publicReads).sort());
});

describeOnBothDatabases('sealed drafts', ({ open }) => {
  test('nothing public depends on the digits of a draft', async () => {
    const [one, other] = [await open(), await open()];
    await liveThroughADay(one, '90817', '96385');
    await liveThroughADay(other, '74036', '70469');
    const view = await lookThroughEveryDoor(one, '96385');
    expect(await lookThroughEveryDoor(other, '96385')).toBe(view);
    expect(view).toContain('"digit1": "1"');
    expect(view).not.toMatch(/"digit\d": "[^12]"/);
  });

  test('the staff side does tell the two worlds apart, so this test can fail', async () => {
    const [one, other] = [await open(), await open()];
    await liveThroughADay(one, '90817', '96385');
    await liveThroughADay(other, '74036', '70469');
    const [seenInOne, seenInOther] = [
      await readFeed(one.db, 'admin', 0, 1_000),
      await readFeed(other.db, 'admin', 0, 1_000),
    ];
    expect(JSON.stringify(seenInOne)).not.toBe(JSON.stringify(seenInOther));
  });

  test('the public hears of a draw from its publication to its end, and of nothing else', async () => {
    const database = await open();
    await liveThroughADay(database, '90817', '96385');
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
