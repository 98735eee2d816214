import { expect, test } from 'bun:test';
import { isSaidBesideField, withoutFields } from './form-problem.ts';

const both = {
  text: 'Title is required.',
  fields: { title: 'Title is required.', body: 'Content is required.' },
};

test('a field that was changed is no longer marked, and the others still are', () => {
  expect(withoutFields(both, new Set(['author']))).toEqual(both);
  const left = withoutFields(both, new Set(['title']));
  expect(left?.fields).toEqual({ body: 'Content is required.' });
  expect(left && isSaidBesideField(left)).toBe(true);
  expect(withoutFields(both, new Set(['title', 'body']))).toBeNull();
});

test('what is wrong with the whole form stays', () => {
  const failed = { text: 'Error saving article. Please try again.', fields: {} };
  expect(withoutFields(failed, new Set(['title']))).toEqual(failed);
});
