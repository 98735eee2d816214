import { expect, test } from 'bun:test';
import { ApiProblem } from '../../api/call-api.ts';
import { isSaidBesideField, problemOf, withoutFields } from './form-problem.ts';

const both = {
  text: 'Title is required.',
  fields: { title: 'Title is required.', body: 'Content is required.' },
};

test('a changed field loses its error, and other fields keep theirs', () => {
  expect(withoutFields(both, new Set(['author']))).toEqual(both);
  const left = withoutFields(both, new Set(['title']));
  expect(left?.fields).toEqual({ body: 'Content is required.' });
  expect(left && isSaidBesideField(left)).toBe(true);
  expect(withoutFields(both, new Set(['title', 'body']))).toBeNull();
});

test('an error of the whole form is kept', () => {
  const failed = { text: 'Error saving article. Please try again.', fields: {} };
  expect(withoutFields(failed, new Set(['title']))).toEqual(failed);
});

test('a server error contains the request id, an outage does not', () => {
  const problem = { type: '', title: '', detail: '', requestId: 'be59fc38' };
  const failure = new ApiProblem({ ...problem, status: 500, code: 'internal' });
  expect(problemOf(failure, 'Please try again.').text).toBe('Please try again. (Request id: be59fc38)');
  const starting = new ApiProblem({ ...problem, status: 503, code: 'starting' });
  expect(problemOf(starting, 'Please try again.').text).toBe('Please try again.');
  expect(problemOf(new Error('no answer'), 'Please try again.').text).toBe('Please try again.');
});
