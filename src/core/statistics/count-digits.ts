/** Counts how often digits, endings, sums and repeats came in a list of results. */
import { DIGIT_COUNT } from '../digits.ts';

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

/** The number of pairs of equal digits is different for each kind. */
const PAIRS: Readonly<Record<RepeatKind, number>> = {
  allDifferent: 0,
  pair: 1,
  twoPairs: 2,
  threeAlike: 3,
  fullHouse: 4,
  fourAlike: 6,
  fiveAlike: 10,
};

const WIDTH = DIGIT_COUNT + 1;
const ZERO = '0'.charCodeAt(0);

/** `results` has a line of five digits for each result, newest first. */
export function countDigits(results: string): Counts {
  const draws = Math.ceil(results.length / WIDTH);
  const positions = new Uint32Array(DIGIT_COUNT * 10);
  const lastTwo = new Uint32Array(100);
  const sums = new Uint32Array(MAX_SUM + 1);
  const byPairs = new Uint32Array(PAIRS.fiveAlike + 1);
  const digits = new Uint8Array(DIGIT_COUNT);
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let pairs = 0;
    for (let position = 0; position < DIGIT_COUNT; position += 1) {
      const digit = results.charCodeAt(draw * WIDTH + position) - ZERO;
      for (let other = 0; other < position; other += 1) if (digits[other] === digit) pairs += 1;
      digits[position] = digit;
      sum += digit;
      increment(positions, position * 10 + digit);
    }
    increment(lastTwo, at(digits, DIGIT_COUNT - 2) * 10 + at(digits, DIGIT_COUNT - 1));
    increment(sums, sum);
    increment(byPairs, pairs);
  }
  return {
    draws,
    positions: inRows(DIGIT_COUNT, (index) => at(positions, index)),
    lastTwo: inRows(10, (index) => at(lastTwo, index)),
    since: inRows(DIGIT_COUNT, sinceEach(results, draws)),
    sums: [...sums],
    repeats: Object.fromEntries(
      Object.entries(PAIRS).map(([kind, pairs]) => [kind, at(byPairs, pairs)]),
    ) as Record<RepeatKind, number>,
  };
}

/** Reads no further than to the result in which the last of all digits came. */
function sinceEach(results: string, draws: number): (index: number) => number | null {
  const since = new Map<number, number>();
  for (let draw = 0; draw < draws && since.size < DIGIT_COUNT * 10; draw += 1) {
    for (let position = 0; position < DIGIT_COUNT; position += 1) {
      const index = position * 10 + results.charCodeAt(draw * WIDTH + position) - ZERO;
      if (!since.has(index)) since.set(index, draw);
    }
  }
  return (index) => since.get(index) ?? null;
}

const inRows = <Value>(count: number, valueAt: (index: number) => Value): Value[][] =>
  Array.from({ length: count }, (_, row) =>
    Array.from({ length: 10 }, (_each, column) => valueAt(row * 10 + column)),
  );

const at = (counts: Uint32Array | Uint8Array, index: number): number => counts[index] ?? 0;

function increment(counts: Uint32Array, index: number): void {
  counts[index] = at(counts, index) + 1;
}
