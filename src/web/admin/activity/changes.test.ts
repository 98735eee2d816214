import { expect, test } from 'bun:test';
import { changesOf } from './changes.ts';

test('every field of either side is told, in words', () => {
  expect(
    changesOf(
      { digit1: '4', published: false, reason: '' },
      { digit1: '7', published: true, publishedAt: 'now' },
    ),
  ).toEqual([
    { field: 'Digit 1', was: '4', is: '7' },
    { field: 'Published', was: 'no', is: 'yes' },
    { field: 'Reason', was: '–', is: '–' },
    { field: 'Published at', was: '–', is: 'now' },
  ]);
});

test('what came or went has only one side', () => {
  expect(changesOf(null, { title: 'New' })).toEqual([{ field: 'Title', was: '–', is: 'New' }]);
  expect(changesOf({ title: 'Old' }, null)).toEqual([{ field: 'Title', was: 'Old', is: '–' }]);
});
