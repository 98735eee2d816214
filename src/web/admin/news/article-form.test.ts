import { expect, test } from 'bun:test';
import type { AdminNewsArticle } from '../../../contract/news.ts';
import { actionText, articleFormSchema, outcomeText, valuesOf } from './article-form.ts';

const article: AdminNewsArticle = {
  id: 'a',
  title: 'T',
  body: 'B',
  html: '<p>B</p>',
  author: 'Desk',
  status: 'scheduled',
  publishAt: '2026-11-20T03:30:12.500Z',
  language: 'ml',
  format: 'markdown',
  createdAt: '2026-11-15T03:30:00.000Z',
  updatedAt: '2026-11-15T03:30:00.000Z',
  etag: '"1"',
};

test('the time is shown and sent in IST, and an untouched one stays as it is', () => {
  const values = valuesOf(article);
  expect(values).toMatchObject({ time: '2026-11-20T09:00', language: 'ml', status: 'scheduled' });
  expect(articleFormSchema(article).parse(values).publishAt).toBe('2026-11-20T03:30:12.500Z');
  const moved = articleFormSchema(article).parse({ ...values, time: '2026-11-21T00:00' });
  expect(moved.publishAt).toBe('2026-11-20T18:30:00.000Z');
});

test('only a scheduled article has a time, and it needs one', () => {
  const values = valuesOf(article);
  expect(articleFormSchema(article).parse({ ...values, status: 'draft' })).not.toHaveProperty('publishAt');
  const missing = articleFormSchema(null).safeParse({ ...values, time: '' });
  expect(missing.error?.issues.map(({ path }) => path.join())).toEqual(['time']);
});

test('the button and the toast say what happens', () => {
  expect([actionText(null, 'published'), outcomeText(null, 'published')]).toEqual([
    'Publish',
    'Article published.',
  ]);
  expect([actionText(article, 'scheduled'), outcomeText(article, 'scheduled')]).toEqual([
    'Save changes',
    'Article saved.',
  ]);
  const published = { ...article, status: 'published' as const };
  expect([actionText(published, 'draft'), outcomeText(published, 'draft')]).toEqual([
    'Unpublish',
    'Article unpublished.',
  ]);
});
