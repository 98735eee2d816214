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

  test('a dragged item is placed after the items whose middle it has passed', () => {
    expect(placeAt(0, [10, 30])).toBe(0);
    expect(placeAt(20, [10, 30])).toBe(1);
    expect(placeAt(99, [10, 30])).toBe(2);
  });

  test('positions keep their order values, new items are last, deleted items are dropped', () => {
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

  test('the window scrolls near its edges, and faster closer to them', () => {
    expect(scrollStep(400, 800)).toBe(0);
    expect(scrollStep(0, 800)).toBe(-14);
    expect(scrollStep(-50, 800)).toBe(-14);
    expect(scrollStep(45, 800)).toBe(-7);
    expect(scrollStep(755, 800)).toBe(7);
    expect(scrollStep(900, 800)).toBe(14);
  });
});
