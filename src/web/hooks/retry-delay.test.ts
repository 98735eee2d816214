import { expect, test } from 'bun:test';
import { LONGEST_WHILE_CONNECTED, retryDelay } from './retry-delay.ts';

const delays = (chance: number) =>
  [1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, { random: () => chance }));

test('ever longer, up to half a minute on average', () => {
  expect(delays(0.5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('spread, so that those who lost the same server do not all come back at once', () => {
  expect(delays(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(delays(1)).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]);
});

test('while the live stream is connected, never longer than 5 s', () => {
  const longest = retryDelay(20, { longest: LONGEST_WHILE_CONNECTED, random: () => 1 });
  expect(longest).toBeWithin(4_500, 5_001);
});
