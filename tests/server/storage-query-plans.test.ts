/** Query plans: no frequent query reads all draws. */
import { expect, test } from 'bun:test';
import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { addDays, instantOf } from '../../src/core/ist-time.ts';
import {
  listDraws,
  readDay,
  readSlotsTaken,
  readUnpublishedDraws,
} from '../../src/server/storage/draws/draws-store.ts';
import { readUnchangedDraws } from '../../src/server/storage/draws/imports-store.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { readFeed } from '../../src/server/storage/feed/feed-store.ts';
import {
  readFirstDraw,
  readSlotsSince,
  readWaitingDrafts,
} from '../../src/server/storage/operations/attention-store.ts';
import {
  insertEntries,
  readEntriesOfDraw,
  readEntriesOfSeeds,
} from '../../src/server/storage/public-log/log-store.ts';
import {
  findDaysBeside,
  findNeighbours,
  findPublishedDraw,
  findPublishedDraws,
  findPublishedMonths,
  listPublishedDays,
  listPublishedDraws,
  readPublishedDay,
  readResultsAfter,
} from '../../src/server/storage/public-reads.ts';
import { encodeCursor } from '../../src/server/storage/queries/keyset.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { draftsAndResults, seedDraws } from './storage-seed.ts';

const MIDDLE = encodeCursor(['2024-05-05', '14:00']);

const MANY_NUMBERS = Array.from({ length: 100 }, (_, index) => `SC${String(index).padStart(2, '0')}0520243`);

/** Each finds a few rows by an index. */
const LOOKUPS: Record<string, (db: Kysely<Schema>) => Promise<unknown>> = {
  'a day for the public': (db) => readPublishedDay(db, '2024-05-05'),
  'a day for staff': (db) => readDay(db, '2024-05-05'),
  'the slots of a day': (db) => readSlotsTaken(db, '2024-05-05'),
  'a filtered day': (db) => listPublishedDraws(db, { limit: 100, date: '2024-05-05' }),
  'a month': (db) => listPublishedDraws(db, { limit: 500, month: '2024-05' }),
  'a month for staff': (db) => listDraws(db, { limit: 500, month: '2024-05' }),
  'a slot page': (db) => listPublishedDraws(db, { limit: 100, slot: '14:00' }),
  'the next slot page': (db) => listPublishedDraws(db, { limit: 100, slot: '14:00', cursor: MIDDLE }),
  'draw numbers that a search has found': (db) => findPublishedDraws(db, MANY_NUMBERS),
  'a draw number': (db) => findPublishedDraw(db, 'SC050520243'),
  'the next page': (db) => listPublishedDraws(db, { limit: 100, cursor: MIDDLE }),
  'a month of the chart': (db) => listPublishedDays(db, { limit: 31, month: '2024-05' }),
  'an older page of the chart': (db) => listPublishedDays(db, { limit: 31, before: '2024-05-05' }),
  "a page of a slot's history": (db) =>
    listPublishedDays(db, { limit: 31, slot: '14:00', before: '2024-05-05' }),
  'the days beside a day': (db) => findDaysBeside(db, '2024-05-05'),
  'the neighbours of a draw': (db) => findNeighbours(db, { date: '2024-05-05', slot: '14:00' }),
  'a page of results for the statistics': (db) =>
    readResultsAfter(db, { date: '2024-05-05', slot: '14:00' }, 100),
  'drafts for automation': (db) => readUnpublishedDraws(db),
  'drafts that may need attention': (db) => readWaitingDrafts(db),
  'draws of an import that is taken back': (db) => readUnchangedDraws(db, 'x', 100),
  'the slots of a month for attention': (db) => readSlotsSince(db, '2026-05-24'),
};

/** Each reads an index in order and stops at its limit. */
const ORDERED_SCANS: typeof LOOKUPS = {
  'the newest results': (db) => listPublishedDraws(db, { limit: 100 }),
  'the newest drafts': (db) => listDraws(db, { limit: 100, status: 'draft' }),
  'the newest draws for staff': (db) => listDraws(db, { limit: 100 }),
  'the first and last month': (db) => findPublishedMonths(db),
  'the first draw for attention': (db) => readFirstDraw(db),
};

/** Returns the plans of all queries that a function runs. */
async function explain(
  database: Database,
  work: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<string[]> {
  const db = kyselyOf(database);
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(recorder));
  const plans: string[] = [];
  for (const node of nodes) {
    const query = db.getExecutor().compileQuery(node, { queryId: 'explained' });
    const prefix = database.kind === 'sqlite' ? 'explain query plan' : 'explain';
    const { rows } = await db.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
      CompiledQuery.raw(`${prefix} ${query.sql}`, [...query.parameters]),
    );
    plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n'));
  }
  return plans;
}

/** PostgreSQL does this automatically in production; SQLite plans without statistics. */
async function gatherStatistics(database: Database): Promise<void> {
  if (database.kind === 'postgres') await sql`analyze`.execute(kyselyOf(database));
}

const READS_ALL = { sqlite: /\bSCAN (draws|feed)\b/, postgres: /Seq Scan on (draws|feed)\b/ };
const READS_ALL_UNORDERED = { sqlite: /\bSCAN draws\b(?! USING)/, postgres: /Seq Scan on draws/ };
const SORTS = { sqlite: /TEMP B-TREE/, postgres: /\bSort\b/ };

describeOnBothDatabases('plans', ({ kind, open }) => {
  test('lookups use an index, scans use its order, and a full scan is detected', async () => {
    const database = await open();
    await seedDraws(database, draftsAndResults('2021-01-01', 2_000));
    await gatherStatistics(database);
    for (const [name, read] of Object.entries(LOOKUPS)) {
      for (const plan of await explain(database, read)) expect(plan, name).not.toMatch(READS_ALL[kind]);
    }
    for (const [name, read] of Object.entries(ORDERED_SCANS)) {
      for (const plan of await explain(database, read)) {
        expect(plan, name).not.toMatch(READS_ALL_UNORDERED[kind]);
        expect(plan, name).not.toMatch(SORTS[kind]);
      }
    }
    const [plan] = await explain(database, (db) =>
      db.selectFrom('draws').selectAll().where('updated_at', '=', instantOf('2024-05-05')).execute(),
    );
    expect(plan).toMatch(READS_ALL[kind]);
    expect(plan).toMatch(READS_ALL_UNORDERED[kind]);
  });

  test('reading the feed uses an index', async () => {
    const database = await open();
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      id: index + 1,
      at: index,
      table_name: 'draws' as const,
      row_id: 'x',
      admin_type: 'UPDATE' as const,
      admin_row: '{}',
      public_type: index % 2 ? ('UPDATE' as const) : null,
      public_row: index % 2 ? '{}' : null,
      public_id: index % 2 ? (index + 1) / 2 : null,
    }));
    await database.write((tx) => tx.insertInto('feed').values(rows).execute());
    await gatherStatistics(database);
    for (const audience of ['public', 'admin'] as const) {
      const plans = await explain(database, (db) => readFeed(db, audience, 1_400, 50));
      for (const plan of plans) expect(plan, audience).not.toMatch(READS_ALL[kind]);
    }
  });

  test('finding the entries for a proof uses an index each', async () => {
    const database = await open();
    const rows = Array.from({ length: 3_000 }, (_, position) => ({
      log: 1,
      position,
      text: '{}',
      hash: 'x',
      draw_id: position % 3 === 0 ? `draw-${position}` : null,
      seed_no: position % 3 === 1 ? `SC${position}` : null,
      beacon_date: position % 3 === 2 ? addDays('2021-01-01', position) : null,
    }));
    await database.write((tx) => insertEntries(tx, rows));
    await gatherStatistics(database);
    const seeds = { seedNumbers: ['SC4', 'SC7'], dates: ['2021-01-06', '2021-01-09'] };
    const plans = [
      ...(await explain(database, (db) => readEntriesOfDraw(db, 1, 'draw-3'))),
      ...(await explain(database, (db) => readEntriesOfSeeds(db, 1, seeds))),
    ];
    const used = new Set(plans.join('\n').match(/\blog_entries_(draw|seed|beacon|pkey)|autoindex/g));
    expect([...used].sort()).toEqual(['log_entries_beacon', 'log_entries_draw', 'log_entries_seed']);
  });
});
