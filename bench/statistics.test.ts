import { describe, expect, test } from 'bun:test';
import { median, percentile, ratioOf, spreadOf } from './statistics.ts';

describe('median', () => {
  test('is the middle sample in any order, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(6);
    expect(median([4])).toBe(4);
  });

  test('of no samples is not a number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test('returns a sample that this part of all samples does not exceed', () => {
    expect([0, 0.5, 0.99, 1].map((part) => percentile(hundred, part))).toEqual([1, 50, 99, 100]);
  });

  test('of few samples is the largest one', () => {
    expect(percentile([3, 1, 2], 0.99)).toBe(3);
  });
});

test('spreadOf returns the median and both ends', () => {
  expect(spreadOf([3, 8, 1])).toEqual({ median: 3, lowest: 1, highest: 8 });
});

describe('ratioOf', () => {
  test('compares samples in pairs, so that a slow phase of the machine affects both sides', () => {
    expect(ratioOf([10, 100, 30], [20, 200, 40])).toEqual({ median: 0.5, lowest: 0.5, highest: 0.75 });
  });

  test('ignores a sample without a partner', () => {
    expect(ratioOf([1, 2, 9], [2, 2])).toEqual({ median: 0.75, lowest: 0.5, highest: 1 });
  });
});
