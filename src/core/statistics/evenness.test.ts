import { expect, test } from 'bun:test';
import { type Evenness, evennessOf } from './evenness.ts';

test.each<[draws: number, p: number, Evenness]>([
  [0, 1, 'tooFew'],
  [49, 0.000001, 'tooFew'],
  [50, 0.5, 'asChance'],
  [50, 0.9991, 'tooEven'],
  [50, 0.999, 'asChance'],
  [50, 0.05, 'asChance'],
  [50, 0.0499, 'slightlyUneven'],
  [50, 0.0099, 'uneven'],
  [50, 0.0009, 'veryUneven'],
  [50, 0, 'veryUneven'],
])('%p draws with p = %p: %p', (draws, p, grade) => {
  expect(evennessOf(draws, p)).toBe(grade);
});
