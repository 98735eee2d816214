import { describe, expect, test } from 'bun:test';
import { moveItem, placeAt, stepsBetween } from './reorder.ts';

describe('moving an item', () => {
  test.each([
    [0, 2, ['b', 'c', 'a', 'd']],
    [3, 0, ['d', 'a', 'b', 'c']],
    [1, 1, ['a', 'b', 'c', 'd']],
  ])('from %i to %i', (from, to, result) => {
    expect(moveItem(['a', 'b', 'c', 'd'], from, to)).toEqual(result);
  });

  test('takes as many steps as there are places between', () => {
    expect(stepsBetween(3, 1)).toEqual(['up', 'up']);
    expect(stepsBetween(0, 1)).toEqual(['down']);
    expect(stepsBetween(2, 2)).toEqual([]);
  });

  test('a held item goes after those whose middle it has passed', () => {
    expect(placeAt(0, [10, 30])).toBe(0);
    expect(placeAt(20, [10, 30])).toBe(1);
    expect(placeAt(99, [10, 30])).toBe(2);
  });
});
