import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDigits, anySlot } from '../../../tests/support/arbitraries.ts';
import { countNaively } from '../../../tests/support/naive-counts.ts';
import { drawNumberFor } from '../draw-number.ts';
import { addDays, type IstDate } from '../ist-time.ts';
import type { Result } from '../result.ts';
import { ResultList, type ResultRange } from '../result-list.ts';
import { SLOTS } from '../slots.ts';
import { countDigits } from './count-digits.ts';

const START = '2026-01-01';
const DAYS = 40;

const anyDay: fc.Arbitrary<IstDate> = fc.nat({ max: DAYS - 1 }).map((day) => addDays(START, day));
const anyRange: fc.Arbitrary<ResultRange> = fc.record(
  { slot: anySlot, from: anyDay, to: anyDay },
  { requiredKeys: [] },
);

/** Some slots of each day have no result. */
const anyResults = fc
  .array(fc.option(anyDigits, { nil: null, freq: 5 }), { maxLength: DAYS * SLOTS.length })
  .map((slots) =>
    slots.flatMap((digits, number): Result[] => {
      const date = addDays(START, Math.floor(number / SLOTS.length));
      const slot = SLOTS[number % SLOTS.length] ?? '10:00';
      return digits ? [{ date, slot, drawNo: drawNumberFor(date, slot), digits: digits.join('') }] : [];
    }),
  );

function count(list: ResultList, range: ResultRange) {
  const { digits, ...dates } = list.digitsIn(range);
  return { ...countDigits(digits), ...dates };
}

describe('the counts of a list of results', () => {
  test('are those of a naive count, for any slot and range', () => {
    fc.assert(
      fc.property(anyResults, anyRange, (results, range) => {
        const list = new ResultList().withNewer(results);
        expect(count(list, range)).toEqual(countNaively(results, range));
        expect(count(list, {})).toEqual(countNaively(results, {}));
      }),
    );
  });

  test('are zeros and nulls without results', () => {
    const counts = count(new ResultList(), { slot: '12:00', from: '2026-01-01' });
    expect(counts).toMatchObject({ draws: 0, first: null, last: null });
    expect(new Set(counts.positions.flat())).toEqual(new Set([0]));
    expect(new Set(counts.since.flat())).toEqual(new Set([null]));
  });

  test('include the first and the last supported date, and nothing between exchanged ends', () => {
    const list = new ResultList().withNewer([
      { date: '1970-01-01', slot: '10:00', drawNo: 'SC-A', digits: '00000' },
      { date: '9999-12-31', slot: '19:00', drawNo: 'SC-B', digits: '99999' },
    ]);
    expect(count(list, {})).toMatchObject({ draws: 2, first: '1970-01-01', last: '9999-12-31' });
    expect(count(list, { from: '1970-01-01', to: '1970-01-01' }).draws).toBe(1);
    expect(count(list, { from: '9999-12-31', to: '9999-12-31' }).draws).toBe(1);
    expect(count(list, { from: '2026-01-02', to: '2026-01-01' }).draws).toBe(0);
  });
});
