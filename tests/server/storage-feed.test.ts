/** The activity log is append-only; the feed numbers every change for each audience. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { DAY, instantOf } from '../../src/core/ist-time.ts';
import { AppError } from '../../src/server/errors.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { appendActivity, listActivity } from '../../src/server/storage/feed/activity-store.ts';
import {
  formatFeedCursor,
  formatSeenCursor,
  headFor,
  parseFeedCursor,
} from '../../src/server/storage/feed/feed-cursor.ts';
import {
  appendFeed,
  type FeedEvent,
  pruneFeed,
  readFeed,
  readFeedState,
} from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { TODAY } from './services-context.ts';

const NOON = instantOf(TODAY, '12:00');

const logEntry = (place: number, userName = 'Meera') => ({
  at: NOON + (place - 2) * DAY,
  type: place % 2 === 0 ? ('news' as const) : ('draw' as const),
  action: `Act ${place}`,
  actor: { id: null, name: userName },
  target: 'something',
  before: null,
  after: { place },
});

const deletion = (id: string) => ({ table: 'faqs', type: 'DELETE', row: { id } }) as const;
const publicEvent = (id: string): FeedEvent => ({ admin: deletion(id), public: deletion(id) });
const hiddenEvent = (id: string): FeedEvent => ({ admin: deletion(id), public: null });

const append = (database: Database, events: FeedEvent[], at = NOON) =>
  database.write((tx) => appendFeed(tx, at, events));

const idsFor = async ({ db }: Database, audience: 'public' | 'admin', after = 0) =>
  (await readFeed(db, audience, after, 100)).map(({ id }) => id);

describeOnBothDatabases('activity and feed', ({ open, newEmptyLocation }) => {
  test('activity is listed newest first, filtered, in pages', async () => {
    const { db, write } = await open();
    await write(async (tx) => {
      for (const place of [1, 2, 3]) await appendActivity(tx, logEntry(place));
      await appendActivity(tx, logEntry(4, 'System'));
    });
    const actions = async (filters: Omit<Parameters<typeof listActivity>[1], 'limit'>) =>
      (await listActivity(db, { limit: 10, ...filters })).items.map(({ action }) => action);
    expect(await actions({})).toEqual(['Act 4', 'Act 3', 'Act 2', 'Act 1']);
    expect(await actions({ type: 'draw' })).toEqual(['Act 3', 'Act 1']);
    expect(await actions({ user: 'System' })).toEqual(['Act 4']);
    expect(await actions({ from: TODAY })).toEqual(['Act 4', 'Act 3', 'Act 2']);
    expect(await actions({ to: TODAY })).toEqual(['Act 2', 'Act 1']);
    expect(await actions({ from: TODAY, to: TODAY })).toEqual(['Act 2']);
    const first = await listActivity(db, { limit: 3 });
    expect(await actions({ cursor: first.nextCursor ?? '' })).toEqual(['Act 1']);
    expect(first.items[0]).toEqual({
      id: '4',
      action: 'Act 4',
      user: 'System',
      target: 'something',
      timestamp: '2026-11-17T06:30:00.000Z',
      type: 'news',
      before: null,
      after: { place: 4 },
    });
    await expect(listActivity(db, { limit: 3, cursor: 'x' })).rejects.toBeInstanceOf(AppError);
  });

  test('activity can be neither changed nor deleted', async () => {
    const database = await open();
    const { kind, db, write } = database;
    await write((tx) => appendActivity(tx, logEntry(1)));
    const before = await db.selectFrom('activity').selectAll().execute();
    const attempts = [
      sql`update activity set action = 'Nothing'`,
      sql`delete from activity`,
      ...(kind === 'postgres' ? [sql`truncate activity`] : []),
    ];
    for (const attempt of attempts)
      await expect(attempt.execute(kyselyOf(database))).rejects.toThrow('append-only');
    expect(await db.selectFrom('activity').selectAll().execute()).toEqual(before);
  });

  test('feed ids have no gap, also after a failed write', async () => {
    const database = await open();
    await append(database, [publicEvent('a'), hiddenEvent('b')]);
    const failing = database.write(async (tx) => {
      await appendFeed(tx, NOON, [publicEvent('lost')]);
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    await append(database, []);
    await append(database, [hiddenEvent('c'), publicEvent('d'), hiddenEvent('e')]);
    expect(await readFeed(database.db, 'admin', 0, 100)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((id, place) => ({
        id: place + 1,
        table: 'faqs',
        type: 'DELETE',
        rowId: id,
        row: `{"id":"${id}"}`,
      })),
    );
    expect(await readFeed(database.db, 'public', 0, 100)).toMatchObject([
      { id: 1, rowId: 'a' },
      { id: 2, rowId: 'd' },
    ]);
    expect(await idsFor(database, 'public', 1)).toEqual([2]);
    expect((await readFeed(database.db, 'admin', 1, 2)).map(({ id }) => id)).toEqual([2, 3]);
    expect(await readFeedState(database.db)).toMatchObject({
      admin: { head: 5, prunedThrough: 0 },
      public: { head: 2, prunedThrough: 0 },
    });
  });

  test('hidden changes do not move the public cursor and leave no gap in public ids', async () => {
    const database = await open();
    await append(database, [publicEvent('a')]);
    const before = headFor(await readFeedState(database.db), 'public');
    await append(database, [hiddenEvent('b'), hiddenEvent('c')]);
    expect(headFor(await readFeedState(database.db), 'public')).toEqual(before);
    expect(headFor(await readFeedState(database.db), 'admin').id).toBe(3);
    await append(database, [hiddenEvent('d'), publicEvent('e'), hiddenEvent('f'), publicEvent('g')]);
    expect(await idsFor(database, 'public')).toEqual([1, 2, 3]);
  });

  test('a change that is appended twice has two ids', async () => {
    const database = await open();
    const event = publicEvent('a');
    await append(database, [event, hiddenEvent('b'), event]);
    expect(await idsFor(database, 'public')).toEqual([1, 2]);
  });

  test('pruning deletes old entries, and older cursors cannot resume', async () => {
    const database = await open();
    await append(database, [publicEvent('a'), publicEvent('b')], NOON - 8 * DAY);
    await append(database, [hiddenEvent('c'), publicEvent('d')], NOON);
    await database.write((tx) => pruneFeed(tx, NOON - 7 * DAY));
    await database.write((tx) => pruneFeed(tx, NOON - 7 * DAY));
    const state = await readFeedState(database.db);
    expect(await idsFor(database, 'admin')).toEqual([3, 4]);
    expect(state).toMatchObject({
      admin: { head: 4, prunedThrough: 2 },
      public: { head: 3, prunedThrough: 2 },
    });
    expect(await idsFor(database, 'public')).toEqual([3]);
  });

  test('pruning hidden changes keeps the public head', async () => {
    const database = await open();
    await append(database, [publicEvent('a')], NOON - 9 * DAY);
    await append(database, [hiddenEvent('b')], NOON - 8 * DAY);
    await database.write((tx) => pruneFeed(tx, NOON - 7 * DAY));
    const state = await readFeedState(database.db);
    expect(state).toMatchObject({ admin: { prunedThrough: 2 }, public: { head: 1, prunedThrough: 1 } });
  });

  test('pruning only hidden changes does not affect the public feed', async () => {
    const database = await open();
    await append(database, [hiddenEvent('a'), hiddenEvent('b')], NOON - 8 * DAY);
    await append(database, [publicEvent('c'), publicEvent('d')], NOON);
    await database.write((tx) => pruneFeed(tx, NOON - 7 * DAY));
    const state = await readFeedState(database.db);
    expect(state.public).toEqual({ head: 2, prunedThrough: 0 });
    expect(await idsFor(database, 'public')).toEqual([1, 2]);
  });

  test('each database has its own epoch', async () => {
    const [one, other] = [await open(await newEmptyLocation()), await open(await newEmptyLocation())];
    expect((await readFeedState(one.db)).epoch).not.toBe((await readFeedState(other.db)).epoch);
  });
});

test('formatting and parsing a cursor returns the same cursor', () => {
  const cursor = { epoch: crypto.randomUUID(), id: 1_234_567 };
  expect(parseFeedCursor(formatFeedCursor(cursor))).toEqual({ ...cursor, results: cursor.id });
  for (const results of [cursor.id, cursor.id + 5]) {
    const seen = { ...cursor, results };
    for (const own of [seen.id, seen.results]) {
      const text = formatSeenCursor(seen, own);
      expect(text).toStartWith(`${cursor.epoch}.${own}`);
      expect(parseFeedCursor(text)).toEqual(seen);
    }
  }
  for (const text of [
    '',
    '5',
    'epoch',
    'epoch.',
    'epoch.-1',
    'epoch.1.2',
    'epoch.1e3',
    'epoch.1-',
    'epoch.-1-2',
    'epoch.1-2-3',
    `epoch.1-${'9'.repeat(16)}`,
    'a b.1',
    `e.${'9'.repeat(16)}`,
  ]) {
    expect(parseFeedCursor(text), text).toBeNull();
  }
});
