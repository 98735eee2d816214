import { expect, test } from 'bun:test';
import { changesOf, isInstant } from './changes.ts';

const digits = (text: string) =>
  Object.fromEntries([...text].map((digit, place) => [`digit${place + 1}`, digit]));

test('five digits are one result, and ids are hidden', () => {
  expect(
    changesOf(
      { id: 'x', ...digits('24680'), published: false },
      { id: 'x', ...digits('13579'), publishedAt: 'now', importId: 'y' },
    ),
  ).toEqual([
    { field: 'result', was: '24680', is: '13579' },
    { field: 'published', was: false, is: undefined },
    { field: 'publishedAt', was: undefined, is: 'now' },
  ]);
});

test('a created or deleted row has one side', () => {
  expect(changesOf(null, { title: 'New' })).toEqual([{ field: 'title', was: undefined, is: 'New' }]);
  expect(changesOf({ title: 'Old' }, null)).toEqual([{ field: 'title', was: 'Old', is: undefined }]);
});

test('an instant is recognized as a whole value only', () => {
  expect(isInstant('2026-11-15T02:30:00.000Z')).toBe(true);
  expect(isInstant('15 November, at 2026-11-15T02:30:00.000Z')).toBe(false);
});
