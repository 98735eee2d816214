import { expect, test } from 'bun:test';
import { addMonths } from './ist-month.ts';

test('adds and subtracts months, across a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2027-01', -1)).toBe('2026-12');
  expect(addMonths('2027-02', 1)).toBe('2027-03');
  expect(addMonths('2027-03', -1)).toBe('2027-02');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-03', -15)).toBe('2024-12');
});
