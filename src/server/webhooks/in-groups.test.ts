import { expect, test } from 'bun:test';
import { inGroups } from './in-groups.ts';

test('calls during the work are done together afterwards, each with its own result', async () => {
  const groups: number[][] = [];
  const double = inGroups(async (items: number[]) => {
    groups.push(items);
    await Bun.sleep(1);
    return items.map((item) => item * 2);
  });
  const first = [double(1), double(2), double(3)];
  expect(await Promise.all(first)).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(groups).toEqual([[1], [2, 3], [4]]);
});

test('a failure rejects the calls of its group only', async () => {
  const refuseOdd = inGroups(async (items: number[]) => {
    await Bun.sleep(1);
    if (items.some((item) => item % 2 === 1)) throw new Error('odd');
    return items;
  });
  const outcomes = await Promise.allSettled([refuseOdd(2), refuseOdd(3), refuseOdd(4)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await refuseOdd(6)).toBe(6);
});
