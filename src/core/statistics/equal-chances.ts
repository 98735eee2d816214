/** What equal chances give on average, and how far counts are from it. */
import { DIGIT_COUNT } from '../digits.ts';
import { MAX_SUM, type RepeatKind } from './count-digits.ts';

const RESULT_COUNT = 10 ** DIGIT_COUNT;

/** The chance of each kind of repeat. */
export const REPEAT_CHANCES: Readonly<Record<RepeatKind, number>> = {
  allDifferent: 30_240 / RESULT_COUNT,
  pair: 50_400 / RESULT_COUNT,
  twoPairs: 10_800 / RESULT_COUNT,
  threeAlike: 7_200 / RESULT_COUNT,
  fullHouse: 900 / RESULT_COUNT,
  fourAlike: 450 / RESULT_COUNT,
  fiveAlike: 10 / RESULT_COUNT,
};

/** The chance of each sum of the five digits, from 0 to 45. */
export function sumChances(): number[] {
  let chances = [1];
  for (let position = 0; position < DIGIT_COUNT; position += 1) {
    const before = chances;
    chances = Array.from({ length: before.length + 9 }, (_, sum) =>
      before.slice(Math.max(0, sum - 9), sum + 1).reduce((total, chance) => total + chance / 10, 0),
    );
  }
  return chances.slice(0, MAX_SUM + 1);
}

/** Ten digits at each of five positions; the last count of each position follows from the others. */
export const DEGREES_OF_FREEDOM = DIGIT_COUNT * 9;

/** Pearson's chi-square of the counts [position][digit]: 0 if every digit came equally often. */
export function chiSquareOf(positions: readonly (readonly number[])[], draws: number): number {
  if (draws === 0) return 0;
  const expected = draws / 10;
  return positions.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
