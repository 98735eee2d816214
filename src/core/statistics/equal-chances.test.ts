import { describe, expect, test } from 'bun:test';
import { countDigits } from './count-digits.ts';
import { chiSquareOf, REPEAT_CHANCES, sumChances } from './equal-chances.ts';

const EVERY_RESULT = Array.from({ length: 100_000 }, (_, result) => String(result).padStart(5, '0'));

describe('if every result comes once', () => {
  const { draws, repeats, sums, positions, lastTwo } = countDigits(EVERY_RESULT.join('\n'));

  test('the counts are what the chances say', () => {
    expect(draws).toBe(100_000);
    for (const [kind, chance] of Object.entries(REPEAT_CHANCES))
      expect(repeats[kind as keyof typeof repeats]).toBe(Math.round(chance * draws));
    expect(sumChances().map((chance) => Math.round(chance * draws))).toEqual(sums);
    expect(new Set(lastTwo.flat())).toEqual(new Set([1_000]));
  });

  test('chi-square is 0', () => expect(chiSquareOf(positions, draws)).toBe(0));
});

test('the chances add up to 1', () => {
  const total = (chances: number[]) => chances.reduce((sum, chance) => sum + chance, 0);
  expect(total(sumChances())).toBeCloseTo(1, 12);
  expect(total(Object.values(REPEAT_CHANCES))).toBeCloseTo(1, 12);
});

test('chi-square of a small example, by hand', () => {
  // One draw: at each position one digit came once (0.9² / 0.1) and nine did not (9 · 0.1² / 0.1).
  const row = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(chiSquareOf([row, row, row, row, row], 1)).toBeCloseTo(5 * (8.1 + 0.9), 10);
  expect(chiSquareOf([[], [], [], [], []], 0)).toBe(0);
});
