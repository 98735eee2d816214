import { expect, test } from 'bun:test';
import { daysOfMonth, neighbourMonth } from './calendar-days.ts';

test('a month has its days, in leap years as well', () => {
  expect(daysOfMonth('2026-11')).toHaveLength(30);
  expect(daysOfMonth('2028-02').at(-1)).toBe('2028-02-29');
  expect(daysOfMonth('2026-12').at(0)).toBe('2026-12-01');
});

test('the months before and after, across a year', () => {
  expect(neighbourMonth('2026-12', 1)).toBe('2027-01');
  expect(neighbourMonth('2027-01', -1)).toBe('2026-12');
  expect(neighbourMonth('2027-02', 1)).toBe('2027-03');
  expect(neighbourMonth('2027-03', -1)).toBe('2027-02');
});
