/** Reading draws: filters, search, order, pages and exports match the rules of the core on both databases. */
import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { type DrawFilters, drawSchema } from '../../src/contract/draws.ts';
import { digitsFromText, digitsToText } from '../../src/core/digits.ts';
import { compareDraws } from '../../src/core/draw-order.ts';
import { drawMatches, readChartSearch, readDrawSearch } from '../../src/core/draw-search.ts';
import { AppError } from '../../src/server/errors.ts';
import { createResultFinder } from '../../src/server/services/draws/find-results.ts';
import {
  insertDraws,
  listDraws,
  readDay,
  readUnpublishedDraws,
  streamDraws,
} from '../../src/server/storage/draws/draws-store.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { violatesUnique } from '../../src/server/storage/engines/unique-violation.ts';
import {
  findPublishedDraw,
  findPublishedMonths,
  listPublishedDraws,
  readPublishedDay,
  streamPublishedDraws,
} from '../../src/server/storage/public-reads.ts';
import { encodeCursor } from '../../src/server/storage/queries/keyset.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { NO_CHANGES } from '../support/no-changes.ts';
import {
  draftsAndResults,
  drawRowOf,
  type SeededDraw,
  seedDraws,
  seedIdOf,
  seedNumberOf,
} from './storage-seed.ts';

const SEED: SeededDraw[] = [
  ...draftsAndResults('2026-10-20', 40),
  { date: '2024-02-29', slot: '10:00', digits: '00000', drawNo: 'X-100' },
  { date: '2024-02-29', slot: '12:00', digits: '12345', drawNo: 'A5-B' },
  { date: '2023-12-31', slot: '19:00', digits: '99999' },
];

const published = SEED.filter((draw) => draw.published !== false);
const idsOf = (draws: readonly { id: string }[]) => draws.map(({ id }) => id);
/** The ids of seeded draws, newest first. */
const expectedIds = (draws: readonly SeededDraw[]) =>
  idsOf(draws.map((draw) => ({ ...draw, id: seedIdOf(draw) })).toSorted(compareDraws));

const hasDigits = (
  draw: SeededDraw,
  test: (digits: NonNullable<ReturnType<typeof digitsFromText>>) => boolean,
) => {
  const digits = digitsFromText(draw.digits);
  return digits !== null && test(digits);
};

describeOnBothDatabases('reading draws', ({ open }) => {
  const openSeeded = async (): Promise<Database> => {
    const database = await open();
    await seedDraws(database, SEED);
    return database;
  };

  test('every filter finds the same draws as the core, for staff and for the public', async () => {
    const database = await openSeeded();
    const { db } = database;
    const results = createResultFinder({ database, live: NO_CHANGES });
    const cases: [DrawFilters & { limit: number }, (draw: SeededDraw) => boolean][] = [
      [{ limit: 500 }, () => true],
      [{ limit: 500, date: '2026-11-15' }, ({ date }) => date === '2026-11-15'],
      [{ limit: 500, date: '2026-11-14' }, ({ date }) => date === '2026-11-14'],
      [{ limit: 500, month: '2026-11' }, ({ date }) => date.startsWith('2026-11')],
      [{ limit: 500, month: '2024-02' }, ({ date }) => date.startsWith('2024-02')],
      [{ limit: 500, month: '2025-01' }, () => false],
      [{ limit: 500, slot: '14:00' }, ({ slot }) => slot === '14:00'],
      [
        { limit: 500, slot: '14:00', month: '2026-10' },
        ({ slot, date }) => slot === '14:00' && date.startsWith('2026-10'),
      ],
      ...['7', '07', '345', '9999', '12345', '00000'].map((ending): (typeof cases)[number] => [
        { limit: 500, endsWith: ending },
        (draw) => hasDigits(draw, (digits) => digitsToText(digits).endsWith(ending)),
      ]),
      ...['5', 'x-1', 'SC1511', ' sc1511 ', '%', '_', '\\', '11', '൧൧', '345', ''].map(
        (q): (typeof cases)[number] => [
          { limit: 500, q },
          (draw) =>
            hasDigits(draw, (digits) =>
              drawMatches({ drawNo: seedNumberOf(draw), digits }, readDrawSearch(q)),
            ),
        ],
      ),
      ...['5', '൫', '45', '345', '൧൨൩൪൫', '1511', '99999', 'sc1511', '123456', ''].map(
        (find): (typeof cases)[number] => [
          { limit: 500, find },
          (draw) =>
            hasDigits(draw, (digits) =>
              drawMatches({ drawNo: seedNumberOf(draw), digits }, readChartSearch(find)),
            ),
        ],
      ),
    ];
    for (const [filters, matches] of cases) {
      const forStaff = await listDraws(db, filters);
      expect(idsOf(forStaff.items), JSON.stringify(filters)).toEqual(expectedIds(SEED.filter(matches)));
      const forAll = await results.page(filters);
      expect(idsOf(forAll.items), JSON.stringify(filters)).toEqual(expectedIds(published.filter(matches)));
      expect(await results.count(filters)).toBe(forAll.items.length);
      for (const draw of forAll.items) expect(drawSchema.strict().parse(draw)).toEqual(draw);
    }
  });

  test('staff can list drafts or results', async () => {
    const { db } = await openSeeded();
    const drafts = await listDraws(db, { limit: 500, status: 'draft' });
    expect(idsOf(drafts.items)).toEqual(expectedIds(SEED.filter((draw) => draw.published === false)));
    const results = await listDraws(db, { limit: 500, status: 'published' });
    expect(idsOf(results.items)).toEqual(expectedIds(published));
  });

  test('pages have no gap or overlap, for any size', async () => {
    const { db } = await openSeeded();
    for (const limit of [1, 7, 100, published.length, 500]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await listPublishedDraws(db, { limit, ...(cursor && { cursor }) });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...idsOf(page.items));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(expectedIds(published));
    }
  });

  test('the next page is right after newer rows were added', async () => {
    const database = await openSeeded();
    const first = await listPublishedDraws(database.db, { limit: 10 });
    await seedDraws(database, [{ date: '2027-01-01', slot: '10:00', digits: '55555' }]);
    const second = await listPublishedDraws(database.db, { limit: 10, cursor: first.nextCursor ?? '' });
    expect(idsOf([...first.items, ...second.items])).toEqual(expectedIds(published).slice(0, 20));
  });

  test('an invalid cursor is refused with an error for the field', async () => {
    const { db } = await openSeeded();
    const bad = [
      'nonsense',
      '!!',
      encodeCursor(['2026-11-15']),
      encodeCursor(['2026-02-30', '10:00']),
      encodeCursor(5),
    ];
    for (const cursor of bad) {
      for (const read of [listDraws, listPublishedDraws]) {
        const refusal = await read(db, { limit: 10, cursor }).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(AppError);
        expect((refusal as AppError).code).toBe('invalid');
        expect((refusal as AppError).details.errors).toHaveProperty('cursor');
      }
    }
  });

  test('an export has every draw once, in pages', async () => {
    const database = await open();
    const many = draftsAndResults('2019-01-01', 500);
    await seedDraws(database, many);
    const forAll = await Array.fromAsync(streamPublishedDraws(database.db));
    expect(forAll.length).toBeGreaterThan(1);
    expect(idsOf(forAll.flat())).toEqual(expectedIds(many.filter((draw) => draw.published)));
    const forStaff: AdminDraw[][] = await Array.fromAsync(streamDraws(database.db, { month: '2019-03' }));
    expect(idsOf(forStaff.flat())).toEqual(
      expectedIds(many.filter(({ date }) => date.startsWith('2019-03'))),
    );
  });

  test('reads a day, a draw number, the months and the drafts', async () => {
    const { db } = await openSeeded();
    expect(idsOf(await readDay(db, '2026-10-23'))).toHaveLength(5);
    expect(await readPublishedDay(db, '2026-10-23')).toEqual([]);
    expect((await readPublishedDay(db, '2026-10-24')).map(({ slot }) => slot)).toEqual([
      '10:00',
      '12:00',
      '14:00',
      '17:00',
      '19:00',
    ]);
    expect((await findPublishedDraw(db, 'X-100'))?.date).toBe('2024-02-29');
    expect(await findPublishedDraw(db, 'SC231020261')).toBeNull();
    expect(await findPublishedDraw(db, 'NONE')).toBeNull();
    expect(await findPublishedMonths(db)).toEqual({ earliest: '2023-12', latest: '2026-11' });
    const drafts = await readUnpublishedDraws(db);
    expect(idsOf(drafts)).toEqual(expectedIds(SEED.filter((draw) => draw.published === false)).toReversed());
  });

  test('an empty site has no months', async () => {
    const { db } = await open();
    expect(await findPublishedMonths(db)).toBeNull();
    expect(await listPublishedDraws(db, { limit: 100 })).toEqual({ items: [], nextCursor: null });
  });

  test('a unique violation names its columns', async () => {
    const { write } = await openSeeded();
    const violationOf = async (draw: SeededDraw) => {
      const row = { ...drawRowOf(draw), id: 'other' };
      const error = await write((tx) => insertDraws(tx, [row])).catch((reason: unknown) => reason);
      return [violatesUnique(error, 'draws', ['date', 'slot']), violatesUnique(error, 'draws', ['draw_no'])];
    };
    const [date, slot, digits] = ['2024-02-29', '10:00', '55555'] as const;
    expect(await violationOf({ date, slot, digits, drawNo: 'NEW' })).toEqual([true, false]);
    expect(await violationOf({ date, slot: '19:00', digits, drawNo: 'X-100' })).toEqual([false, true]);
    expect(await violationOf({ date, slot: '19:00', digits, drawNo: 'NEW' })).toEqual([false, false]);
  });

  test('constraints refuse invalid draws', async () => {
    const { db, write } = await openSeeded();
    const change = (columns: Record<string, unknown>) =>
      write((tx) => tx.updateTable('draws').set(columns).where('id', '=', '2024-02-29_10-00').execute());
    for (const columns of [
      { digit_1: 'a' },
      { digit_3: '10' },
      { digit_5: '' },
      { slot: '11:00' },
      { date: '2024-2-29' },
      { published: 2 },
      { published_at: null },
      { on_hold: 1 },
      { provenance: 'guessed' },
      { draw_no: 'X' },
      { slot: '12:00' },
      { draw_no: 'A5-B' },
      { draw_at: 'soon' },
    ]) {
      expect(
        change(columns).then(() => columns),
        JSON.stringify(columns),
      ).rejects.toThrow();
    }
    expect((await findPublishedDraw(db, 'X-100'))?.digit1).toBe('0');
  });
});
