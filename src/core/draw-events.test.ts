import { expect, test } from 'bun:test';
import { drawEventOf } from './draw-events.ts';
import type { Result } from './result.ts';

const RESULT: Result = { drawNo: 'SC151120261', date: '2026-11-15', slot: '10:00', digits: '74227' };

test('a result that becomes public is published', () => {
  expect(drawEventOf(null, RESULT)).toBe('draw.published');
});

test('a result that is no longer public is withdrawn', () => {
  expect(drawEventOf(RESULT, null)).toBe('draw.withdrawn');
});

test.each([
  ['digits', { digits: '74228' }],
  ['number', { drawNo: 'SC151120269' }],
  ['date', { date: '2026-11-14' }],
  ['slot', { slot: '12:00' }],
] as const)('a public result with another %s is corrected', (_, change) => {
  expect(drawEventOf(RESULT, { ...RESULT, ...change })).toBe('draw.corrected');
});

test('the same result, or a draft that stays one, is no event', () => {
  expect(drawEventOf(RESULT, { ...RESULT })).toBeNull();
  expect(drawEventOf(null, null)).toBeNull();
});
