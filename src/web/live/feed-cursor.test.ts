import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addChange, isAfter, type LiveChange } from './feed-cursor.ts';

const changeAt = (id: number | string): LiveChange => ({
  cursor: `e-1.${id}`,
  table: 'draws',
  type: 'DELETE',
  row: { id: `row ${Number.parseInt(String(id), 10)}` },
});

test('cursors are compared by their number, and only within an epoch', () => {
  expect(isAfter('e-1.10', 'e-1.9')).toBe(true);
  expect(isAfter('e-1.9', 'e-1.10')).toBe(false);
  expect(isAfter('e-1.9', 'e-1.9')).toBe(false);
  expect(isAfter('e-2.10', 'e-1.9')).toBe(false);
});

test('a cursor with two numbers is ordered by the first', () => {
  const [sentFirst, sentLater] = [changeAt('9-7'), changeAt('8-9')];
  expect(isAfter(sentFirst.cursor, 'e-1.8')).toBe(true);
  expect(isAfter(sentFirst.cursor, 'e-1.9')).toBe(false);
  const known = [sentFirst, sentLater, changeAt(9)].reduce<readonly LiveChange[]>(addChange, []);
  expect(known).toEqual([sentLater, sentFirst]);
});

test('the same number in another epoch is another change', () => {
  const restored = { ...changeAt(3), cursor: 'e-2.3' };
  expect(addChange([changeAt(3)], restored)).toEqual([changeAt(3), restored]);
});

test('changes sent twice or out of order end in the same list', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(ids, (sent) => {
      const known = sent.map(changeAt).reduce<readonly LiveChange[]>(addChange, []);
      const once = [...new Set(sent)].sort((a, b) => a - b).map(changeAt);
      expect(known).toEqual(once);
    }),
  );
});
