import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareDraws } from './draw-order.ts';
import { compareFaqs } from './faq-order.ts';
import { applyChange, type Change, type ChangeType, mergeChanges, withoutDeletedRows } from './live.ts';
import { compareNews } from './news-order.ts';

interface Row {
  id: string;
  order: number;
}
type Entry = Change<Row> & { id: number; table: string };

const applyAll = (list: readonly Row[], changes: readonly Change<Row>[]): Row[] =>
  changes.reduce<Row[]>((rows, change) => applyChange(rows, change, compareFaqs), [...list]);

const TABLES = ['faqs', 'news_posts'];
const START: readonly Row[] = [
  { id: 'a', order: 1 },
  { id: 'b', order: 2 },
];

/** Batches of valid changes: only existing rows are updated or deleted. */
const anyBatches: fc.Arbitrary<Entry[][]> = fc
  .array(
    fc.array(
      fc.record({
        table: fc.constantFrom(...TABLES),
        rowId: fc.constantFrom('a', 'b', 'c', 'd'),
        remove: fc.boolean(),
        order: fc.nat({ max: 5 }),
      }),
      { maxLength: 12 },
    ),
    { maxLength: 4 },
  )
  .map((batches) => {
    const present = new Set(TABLES.flatMap((table) => START.map(({ id }) => `${table} ${id}`)));
    let feedId = 0;
    return batches.map((batch) =>
      batch.flatMap(({ table, rowId, remove, order }): Entry[] => {
        const key = `${table} ${rowId}`;
        const wasPresent = present.has(key);
        feedId += 1;
        if (!remove) {
          present.add(key);
          return [{ id: feedId, table, type: wasPresent ? 'UPDATE' : 'INSERT', row: { id: rowId, order } }];
        }
        return present.delete(key) ? [{ id: feedId, table, type: 'DELETE', row: { id: rowId } }] : [];
      }),
    );
  });

describe('applying a change', () => {
  const list = [
    { id: 'a', order: 1 },
    { id: 'c', order: 3 },
  ];

  test.each<[string, Change<Row>, string]>([
    ['a new row takes its place', { type: 'INSERT', row: { id: 'b', order: 2 } }, 'a1 b2 c3'],
    ['a changed row moves to its new place', { type: 'UPDATE', row: { id: 'a', order: 4 } }, 'c3 a4'],
    ['a deleted row goes', { type: 'DELETE', row: { id: 'a' } }, 'c3'],
    ['inserting a known row replaces it', { type: 'INSERT', row: { id: 'a', order: 5 } }, 'c3 a5'],
    ['updating an unknown row adds it', { type: 'UPDATE', row: { id: 'x', order: 0 } }, 'x0 a1 c3'],
    ['deleting an unknown row does nothing', { type: 'DELETE', row: { id: 'x' } }, 'a1 c3'],
  ])('%s', (_what, change, expected) => {
    const before = structuredClone(list);
    const after = applyChange(list, change, compareFaqs);
    expect(after.map(({ id, order }) => `${id}${order}`).join(' ')).toBe(expected);
    expect(list).toEqual(before);
  });

  test('a replay from any point changes nothing', () => {
    fc.assert(
      fc.property(anyBatches, fc.nat(), (batches, from) => {
        const changes = batches.flat().filter(({ table }) => table === 'faqs');
        const once = applyAll(START, changes);
        expect(applyAll(once, changes.slice(from % (changes.length + 1)))).toEqual(once);
      }),
    );
  });
});

describe('merging changes', () => {
  const merge = (...types: ChangeType[]) =>
    mergeChanges(types.map((type, index) => ({ id: index + 1, table: 'faqs', type, row: { id: 'a' } })));

  test.each<[ChangeType[], ChangeType]>([
    [['INSERT'], 'INSERT'],
    [['INSERT', 'UPDATE'], 'INSERT'],
    [['INSERT', 'DELETE'], 'DELETE'],
    [['INSERT', 'DELETE', 'INSERT'], 'INSERT'],
    [['UPDATE', 'UPDATE'], 'UPDATE'],
    [['UPDATE', 'DELETE'], 'DELETE'],
    [['DELETE', 'INSERT'], 'UPDATE'],
    [['DELETE', 'INSERT', 'DELETE'], 'DELETE'],
  ])('%j of the same row merge into %s', (types, whole) => {
    expect(merge(...types)).toEqual([{ id: types.length, table: 'faqs', type: whole, row: { id: 'a' } }]);
  });

  test('keeps the last state in the order of the last changes, separately for each table', () => {
    const update = (id: number, table: string, row: Row): Entry => ({ id, table, type: 'UPDATE', row });
    const [a1, b, other, a2] = [
      update(1, 'faqs', { id: 'a', order: 1 }),
      update(2, 'faqs', { id: 'b', order: 2 }),
      update(3, 'news_posts', { id: 'a', order: 3 }),
      update(4, 'faqs', { id: 'a', order: 4 }),
    ];
    expect(mergeChanges([a1, b, other, a2])).toEqual([b, other, a2]);
  });

  test('keeps only the last change of each row, in order', () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const changes = batches.flat();
        const keyOf = ({ table, row }: Entry) => `${table} ${row.id}`;
        const lastOfEach = changes.filter(
          (change, index) => !changes.slice(index + 1).some((later) => keyOf(later) === keyOf(change)),
        );
        const merged = mergeChanges(changes);
        expect(merged.map(({ id, row }) => ({ id, row }))).toEqual(
          lastOfEach.map(({ id, row }) => ({ id, row })),
        );
        expect(mergeChanges(merged)).toEqual(merged);
      }),
    );
  });

  test('has the type of the overall change: new, changed or deleted', () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const changes = batches.flat().filter(({ table }) => table === 'faqs');
        const end = applyAll(START, changes);
        for (const { type, row } of mergeChanges(changes)) {
          const [before, after] = [START, end].map((list) => list.some(({ id }) => id === row.id));
          if (after) expect(type).toBe(before ? 'UPDATE' : 'INSERT');
          else expect(type).toBe('DELETE');
        }
      }),
    );
  });

  test('returns the same lists in any batches as applying the changes in sequence', () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        for (const wanted of TABLES) {
          const ofTable = (changes: Entry[]) => changes.filter(({ table }) => table === wanted);
          const oneByOne = applyAll(START, ofTable(batches.flat()));
          expect(applyAll(START, ofTable(batches.flatMap(mergeChanges)))).toEqual(oneByOne);
          expect(applyAll(START, ofTable(mergeChanges(batches.flat())))).toEqual(oneByOne);
        }
      }),
    );
  });
});

describe('the order of lists', () => {
  test('draws: the newest date first, in a day the latest slot first', () => {
    const draws = [
      { id: '1', date: '2026-12-31', slot: '19:00' },
      { id: '2', date: '2027-01-01', slot: '10:00' },
      { id: '3', date: '2026-12-31', slot: '10:00' },
      { id: '4', date: '2027-01-01', slot: '12:00' },
    ];
    expect(draws.sort(compareDraws).map(({ id }) => id)).toEqual(['4', '2', '1', '3']);
  });

  test('FAQs: by their order as numbers', () => {
    const faqs = [
      { id: '1', order: 10 },
      { id: '2', order: 9 },
      { id: '3', order: 1 },
    ];
    expect(faqs.sort(compareFaqs).map(({ id }) => id)).toEqual(['3', '2', '1']);
  });

  test('each order is total: the result does not depend on the input order', () => {
    const anyRows = fc.uniqueArray(
      fc.record({
        id: fc.string({ maxLength: 2 }),
        date: fc.constantFrom('2026-12-31', '2027-01-01'),
        slot: fc.constantFrom('10:00', '19:00'),
        publishAt: fc.constantFrom('2026-11-15T08:00:00.000Z', '2026-11-15T08:00:00.001Z'),
        language: fc.constantFrom('en' as const, 'ml' as const, null),
        order: fc.nat({ max: 2 }),
      }),
      { selector: ({ id }) => id, maxLength: 8 },
    );
    const shuffled = anyRows.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
      ),
    );
    fc.assert(
      fc.property(
        shuffled,
        fc.constantFrom(compareDraws, compareNews('ml'), compareFaqs),
        ([rows, others], compare) => {
          expect(others.toSorted(compare)).toEqual(rows.toSorted(compare));
        },
      ),
    );
  });
});

describe('leaving out deleted rows', () => {
  test('returns the same rows, without changes of deleted rows', () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        for (const table of TABLES) {
          const all = batches.flat().filter((change) => change.table === table);
          const kept = withoutDeletedRows(all);
          expect(applyAll(START, kept)).toEqual(applyAll(START, all));
          const left = new Set(applyAll(START, all).map(({ id }) => id));
          const gone = kept.filter(({ row }) => !left.has(row.id));
          expect(gone.every(({ type }) => type === 'DELETE')).toBe(true);
          const deleted = new Set(all.filter(({ type }) => type === 'DELETE').map(({ row }) => row.id));
          const untouched = (change: Entry) => !deleted.has(change.row.id);
          expect(kept.filter(untouched)).toEqual(all.filter(untouched));
        }
      }),
    );
  });
});
