import { expect, test } from 'bun:test';
import { addMonths, monthsBeside, monthsIn } from './chart-months.ts';

test('lists every month from the last to the first, across a year', () => {
  expect(monthsIn({ earliest: '2025-11', latest: '2026-02' })).toEqual([
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ]);
  expect(monthsIn({ earliest: '2026-02', latest: '2026-02' })).toEqual(['2026-02']);
});

test('adds and subtracts months', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-03', -15)).toBe('2024-12');
});

test('the adjacent months are within the range of results', () => {
  const range = { earliest: '2026-01', latest: '2026-03' };
  expect(monthsBeside('2026-02', range)).toEqual({ earlier: '2026-01', later: '2026-03' });
  expect(monthsBeside('2026-01', range)).toEqual({ earlier: null, later: '2026-02' });
  expect(monthsBeside('2026-03', range)).toEqual({ earlier: '2026-02', later: null });
  expect(monthsBeside('2030-07', range)).toEqual({ earlier: '2026-03', later: null });
  expect(monthsBeside('2020-07', range)).toEqual({ earlier: null, later: '2026-01' });
});
