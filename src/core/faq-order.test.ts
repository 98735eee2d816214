import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { makeRoom, type Numbered } from './faq-order.ts';

const list = (...orders: number[]): Numbered[] => orders.map((order, index) => ({ id: `q${index}`, order }));

/** The ids in their order after the change, with their numbers. */
function numbersAfter(others: Numbered[], item: { former: number | null; order: number }): string {
  const moved = new Map(makeRoom(others, item).map(({ id, order }) => [id, order]));
  return [
    ...others.map(({ id, order }) => ({ id, order: moved.get(id) ?? order })),
    { id: 'NEW', order: item.order },
  ]
    .sort((one, other) => one.order - other.order)
    .map(({ id, order }) => `${order}:${id}`)
    .join(' ');
}

test('a new question at a taken number pushes the others down, up to a gap', () => {
  expect(numbersAfter(list(1, 2, 3, 7), { former: null, order: 2 })).toBe('1:q0 2:NEW 3:q1 4:q2 7:q3');
  expect(numbersAfter(list(1, 2, 3), { former: null, order: 4 })).toBe('1:q0 2:q1 3:q2 4:NEW');
});

test('a question that moves up pushes those between down, and one that moves down pushes them up', () => {
  // The list without the question, which had the missing number.
  expect(numbersAfter(list(1, 2, 3, 5), { former: 4, order: 2 })).toBe('1:q0 2:NEW 3:q1 4:q2 5:q3');
  expect(numbersAfter(list(1, 3, 4, 5), { former: 2, order: 4 })).toBe('1:q0 2:q1 3:q2 4:NEW 5:q3');
});

test('a free number changes nothing else', () => {
  expect(makeRoom(list(10, 20), { former: null, order: 15 })).toEqual([]);
  expect(makeRoom(list(10, 20), { former: 5, order: 15 })).toEqual([]);
});

test('all numbers are different and at least 1 afterwards, and the others keep their sequence', () => {
  const order = fc.integer({ min: 1, max: 8 });
  const property = fc.property(fc.array(order), fc.option(order), order, (orders, former, wanted) => {
    const others = list(...orders.toSorted((one, other) => one - other));
    const moved = new Map(makeRoom(others, { former, order: wanted }).map((each) => [each.id, each.order]));
    const numbers = others.map(({ id, order: own }) => moved.get(id) ?? own);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(new Set([...numbers, wanted]).size).toBe(numbers.length + 1);
    expect(Math.min(...numbers, wanted)).toBeGreaterThanOrEqual(1);
  });
  fc.assert(property);
});
