import { expect, test } from 'bun:test';
import { datesText } from './dates-text.ts';
import { en } from './en.ts';

test('dates are one, two or none', () => {
  expect(datesText('2026-11-15', '2026-11-15', en)).toBe('15 November 2026');
  expect(datesText('2026-10-17', '2026-11-15', en)).toBe('17 October 2026 – 15 November 2026');
  expect(datesText('2026-10-17', null, en)).toBe('17 October 2026');
  expect(datesText(null, null, en)).toBe('');
});
