/** Running totals over a sequence of results, in one typed array, so that they can be copied and subtracted. */
import { DIGIT_COUNT } from '../digits.ts';
import { RESULT_COUNT } from './draw-sort-key.ts';

/** How often digits repeat within a result, from the rarest repeat to the most. */
export const REPEAT_KINDS = [
  'allDifferent',
  'pair',
  'twoPairs',
  'threeAlike',
  'fullHouse',
  'fourAlike',
  'fiveAlike',
] as const;
export type RepeatKind = (typeof REPEAT_KINDS)[number];

export const MAX_SUM = 9 * DIGIT_COUNT;

/** What was counted in a range of a sequence. */
export interface Counts {
  draws: number;
  /** How often each digit came: [position][digit]. */
  positions: number[][];
  /** How often each ending came: [tens][units]. */
  lastTwo: number[][];
  /** How many draws ago each digit came: [position][digit]; 0 is the newest draw, null is never. */
  since: (number | null)[][];
  /** How often each sum of the digits came, from 0 to 45. */
  sums: number[];
  repeats: Record<RepeatKind, number>;
}

export type Tallies = Uint32Array<ArrayBuffer>;

const POSITIONS_AT = 0;
const LAST_TWO_AT = POSITIONS_AT + DIGIT_COUNT * 10;
const SUMS_AT = LAST_TWO_AT + 100;
const REPEATS_AT = SUMS_AT + MAX_SUM + 1;
/** The number of the last draw that had the digit at the position, counted from 1; 0 if there is none. */
const LAST_DRAWS_AT = REPEATS_AT + REPEAT_KINDS.length;
const SIZE = LAST_DRAWS_AT + DIGIT_COUNT * 10;

export const emptyTallies = (): Tallies => new Uint32Array(SIZE);

/** The number of pairs of equal digits is different for each kind. */
const KIND_BY_PAIRS: Readonly<Record<number, number>> = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 6: 5, 10: 6 };

/** Adds the draw with this number in the sequence, counted from 1. */
export function addResult(tallies: Tallies, result: number, drawNumber: number): void {
  let sum = 0;
  let equalPairs = 0;
  let place = RESULT_COUNT / 10;
  for (let position = 0; position < DIGIT_COUNT; position += 1) {
    const digit = Math.floor(result / place) % 10;
    sum += digit;
    for (let later = place / 10; later >= 1; later /= 10) {
      if (Math.floor(result / later) % 10 === digit) equalPairs += 1;
    }
    increment(tallies, POSITIONS_AT + position * 10 + digit);
    tallies[LAST_DRAWS_AT + position * 10 + digit] = drawNumber;
    place /= 10;
  }
  increment(tallies, LAST_TWO_AT + (result % 100));
  increment(tallies, SUMS_AT + sum);
  increment(tallies, REPEATS_AT + (KIND_BY_PAIRS[equalPairs] ?? 0));
}

function increment(tallies: Tallies, index: number): void {
  tallies[index] = (tallies[index] ?? 0) + 1;
}

interface At {
  /** How many draws have been added. */
  draws: number;
  tallies: Tallies;
}

/** What was added after `start` until `end`. */
export function countsBetween(start: At, end: At): Counts {
  const added = (index: number) => (end.tallies[index] ?? 0) - (start.tallies[index] ?? 0);
  const rows = <Value>(count: number, valueAt: (index: number) => Value): Value[][] =>
    Array.from({ length: count }, (_, row) =>
      Array.from({ length: 10 }, (_each, column) => valueAt(row * 10 + column)),
    );
  const sinceAt = (index: number): number | null => {
    const last = end.tallies[LAST_DRAWS_AT + index] ?? 0;
    return last > start.draws ? end.draws - last : null;
  };
  return {
    draws: end.draws - start.draws,
    positions: rows(DIGIT_COUNT, (index) => added(POSITIONS_AT + index)),
    lastTwo: rows(10, (index) => added(LAST_TWO_AT + index)),
    since: rows(DIGIT_COUNT, sinceAt),
    sums: Array.from({ length: MAX_SUM + 1 }, (_, sum) => added(SUMS_AT + sum)),
    repeats: Object.fromEntries(
      REPEAT_KINDS.map((kind, index) => [kind, added(REPEATS_AT + index)]),
    ) as Record<RepeatKind, number>,
  };
}
