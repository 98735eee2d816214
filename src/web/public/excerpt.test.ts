import { expect, test } from 'bun:test';
import { excerptOf } from './excerpt.ts';

test('a short text is returned in full, on a single line', () => {
  expect(excerptOf(' One\n\ntwo  three. ')).toBe('One two three.');
});

test('a long text is cut between words', () => {
  const excerpt = excerptOf('palm '.repeat(100));
  expect(excerpt).toBe(`${'palm '.repeat(56).trim()}…`);
  expect(excerptOf('x'.repeat(400))).toBe(`${'x'.repeat(280)}…`);
});
