import { expect, test } from 'bun:test';
import { instantOf } from '../../core/ist-time.ts';
import { momentLabel } from './dates.ts';
import { en } from './en.ts';

test('a moment of today is a time, any other one has its date', () => {
  const noon = instantOf('2026-11-14', '12:15');
  expect(momentLabel(noon, '2026-11-14', en)).toBe('12:15 PM');
  expect(momentLabel(noon, '2026-11-15', en)).toBe('14 November 2026, 12:15 PM');
});
