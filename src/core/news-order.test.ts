import { expect, test } from 'bun:test';
import { ownLanguageFirst } from './content-language.ts';
import { compareNews } from './news-order.ts';

const news = [
  { id: '1', publishAt: '2026-11-15T08:00:00.000Z', language: 'ml' },
  { id: '2', publishAt: '2026-11-15T08:00:00.001Z', language: null },
  { id: '3', publishAt: '2026-11-14T23:59:59.999Z', language: 'en' },
  { id: '4', publishAt: '2026-11-14T23:59:59.999Z', language: null },
] as const;

test.each([
  [undefined, ['2', '1', '4', '3']],
  ['en', ['2', '4', '3', '1']],
  ['ml', ['2', '1', '4', '3']],
] as const)('news for a reader of %p: own language first, then the newest', (reader, expected) => {
  const ids = [...news].sort(compareNews(reader)).map(({ id }) => id);
  expect(ids).toEqual([...expected]);
});

test('questions in the own language come first and otherwise keep their order', () => {
  expect(ownLanguageFirst(news, 'en').map(({ id }) => id)).toEqual(['2', '3', '4', '1']);
});
