import { expect, test } from 'bun:test';
import { changesOf, isInstant, textOf } from './changes.ts';

test('every field has a readable label', () => {
  expect(
    changesOf({ id: 'x', digit1: '4', published: false }, { id: 'x', digit1: '7', publishedAt: 'now' }),
  ).toEqual([
    { field: 'Digit 1', was: '4', is: '7' },
    { field: 'Published', was: false, is: undefined },
    { field: 'Published at', was: undefined, is: 'now' },
  ]);
});

test('a created or deleted row has one side', () => {
  expect(changesOf(null, { title: 'New' })).toEqual([{ field: 'Title', was: undefined, is: 'New' }]);
  expect(changesOf({ title: 'Old' }, null)).toEqual([{ field: 'Title', was: 'Old', is: undefined }]);
});

test('values are formatted for display', () => {
  expect([true, false, 15, 'text', '', null, undefined].map(textOf)).toEqual([
    'yes',
    'no',
    '15',
    'text',
    '–',
    '–',
    '–',
  ]);
  expect(isInstant('2026-11-15T02:30:00.000Z')).toBe(true);
  expect(isInstant('15 November, at 2026-11-15T02:30:00.000Z')).toBe(false);
});
