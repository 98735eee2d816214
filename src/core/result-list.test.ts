import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { digitsFromText } from './digits.ts';
import { drawMatches, readChartSearch, readDrawSearch } from './draw-search.ts';
import type { Result } from './result.ts';
import { ResultList } from './result-list.ts';
import { SLOTS } from './slots.ts';

const placeOf = ({ date, slot }: Pick<Result, 'date' | 'slot'>) => `${date} ${slot}`;

const digitsText = fc.stringMatching(/^[0-9]{5}$/);
const drawNumber = fc.oneof(
  fc.stringMatching(/^SC[01][0-9][01][0-9]202[56][1-5]$/),
  fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{2,19}$/),
);

const results = fc
  .uniqueArray(
    fc.record({
      date: fc.constantFrom('2024-02-29', '2025-12-31', '2026-01-01', '2026-01-31', '2026-11-15'),
      slot: fc.constantFrom(...SLOTS),
      drawNo: drawNumber,
      digits: digitsText,
    }),
    { selector: placeOf, maxLength: 25 },
  )
  .map((draws) => draws.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1)));

const typed = fc.oneof(
  fc.stringMatching(/^[0-9]{1,6}$/),
  fc.constantFrom('SC', 'sc0', '-', '2026', '൫', 'X Y', 'A\nB', ' ', '%', 'Z'.repeat(21)),
);
const optionally = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const conditions = fc.record({
  date: optionally(fc.constantFrom('2026-01-01', '2026-01-02')),
  month: optionally(fc.constantFrom('2026-01', '2025-12', '2024-02', '2030-06', '2009-01')),
  slot: optionally(fc.constantFrom(...SLOTS)),
  q: optionally(typed),
  find: optionally(typed),
  endsWith: optionally(fc.stringMatching(/^[0-9]{1,2}$/)),
  before: optionally(
    fc.record({
      date: fc.constantFrom('2026-01-31', '2025-12-31'),
      slot: optionally(fc.constantFrom(...SLOTS)),
    }),
  ),
});

function listOf(draws: readonly Result[], pageSize = draws.length || 1): ResultList {
  let list = new ResultList();
  const oldestFirst = draws.toReversed();
  for (let start = 0; start < draws.length; start += pageSize)
    list = list.withNewer(oldestFirst.slice(start, start + pageSize));
  return list;
}

test('finds the same results as a look at each of them', () => {
  fc.assert(
    fc.property(results, conditions, fc.integer({ min: 1, max: 7 }), (draws, asked, pageSize) => {
      const { date, month, slot, q, find, endsWith, before } = asked;
      const searches = [...(q ? [readDrawSearch(q)] : []), ...(find ? [readChartSearch(find)] : [])];
      const expected = draws.filter((draw) => {
        const digits = digitsFromText(draw.digits);
        return (
          digits &&
          (!date || draw.date === date) &&
          (!month || draw.date.startsWith(month)) &&
          (!slot || draw.slot === slot) &&
          (!endsWith || draw.digits.endsWith(endsWith)) &&
          (!before || [draw.date, draw.slot].join() < [before.date, before.slot ?? ''].join()) &&
          searches.every((search) => search.inNumber === '' || drawMatches({ ...draw, digits }, search))
        );
      });
      const list = listOf(draws, pageSize);
      const found = [
        ...list.find({ ...asked, searches: searches.filter(({ inNumber }) => inNumber !== '') }),
      ];
      expect(found.map((index) => list.resultAt(index))).toEqual(expected);
    }),
  );
});

test('lists with the same results have the same text, and others do not', () => {
  fc.assert(
    fc.property(results, results, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(listOf(one, 2).text === listOf(other).text).toBe(isSame);
    }),
  );
});

test('a date in another month finds nothing', () => {
  const list = listOf([{ date: '2026-11-15', slot: '10:00', drawNo: 'SC151120261', digits: '00712' }]);
  expect(list.count({ date: '2026-11-15', month: '2026-11' })).toBe(1);
  expect(list.count({ date: '2026-11-15', month: '2026-10' })).toBe(0);
});
