import { describe, expect, test } from 'bun:test';
import { arrange, moveItem, placeAt, scrollStep } from './reorder.ts';

describe('moving an item', () => {
  test.each([
    [0, 2, ['b', 'c', 'a', 'd']],
    [3, 0, ['d', 'a', 'b', 'c']],
    [1, 1, ['a', 'b', 'c', 'd']],
  ])('from %i to %i', (from, to, result) => {
    expect(moveItem(['a', 'b', 'c', 'd'], from, to)).toEqual(result);
  });

  test('a held item goes after those whose middle it has passed', () => {
    expect(placeAt(0, [10, 30])).toBe(0);
    expect(placeAt(20, [10, 30])).toBe(1);
    expect(placeAt(99, [10, 30])).toBe(2);
  });

  test('order values stay where they are, what came meanwhile comes last, what went is gone', () => {
    const items = [
      { id: 'a', order: 1 },
      { id: 'new', order: 4 },
      { id: 'c', order: 9 },
    ];
    expect(arrange(items, ['c', 'gone', 'a'])).toEqual([
      { id: 'c', order: 1 },
      { id: 'a', order: 4 },
      { id: 'new', order: 9 },
    ]);
  });

  test('a window scrolls when something is held at its edge, and quicker at the very edge', () => {
    expect(scrollStep(400, 800)).toBe(0);
    expect(scrollStep(0, 800)).toBe(-14);
    expect(scrollStep(-50, 800)).toBe(-14);
    expect(scrollStep(45, 800)).toBe(-7);
    expect(scrollStep(755, 800)).toBe(7);
    expect(scrollStep(900, 800)).toBe(14);
  });
});
