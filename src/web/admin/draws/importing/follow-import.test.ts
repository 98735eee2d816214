import { expect, test } from 'bun:test';
import type { DrawImport } from '../../../../contract/import.ts';
import { ApiProblem } from '../../../api/call-api.ts';
import { NoResponse } from '../../../api/request-deadline.ts';
import { followImport } from './follow-import.ts';

const importWith = (created: number, running: boolean): DrawImport => ({
  id: 'x',
  createdAt: '2026-11-15T04:45:00.000Z',
  user: 'Meera',
  total: 300,
  created,
  removed: 0,
  running,
  published: created,
  changed: 0,
  firstDate: '2020-01-01',
  lastDate: '2020-02-29',
});

const LOST = new NoResponse('/api/admin/draws/import');

type Listed = DrawImport | undefined | Error;

/** Follows an import; the list says one thing after the other, and the last one from then on. */
function follow(request: Promise<string>, ...listed: Listed[]) {
  let asked = 0;
  const outcome = followImport({
    request,
    async read() {
      const answer = listed[Math.min(asked, listed.length - 1)];
      asked += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    isEnd: (found) => found !== undefined && !found.running,
    every: 0,
  });
  return outcome.then(
    (value) => ({ value, asked }),
    (error: unknown) => ({ error, asked }),
  );
}

const ended = importWith(300, false);
const silent = new Promise<string>(() => {});

test('the response counts if there is one', async () => {
  expect(await follow(Promise.resolve('imported'), undefined)).toEqual({
    value: { answer: 'imported' },
    asked: 0,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  setTimeout(resolve, 20, 'imported');
  expect(await follow(promise, undefined, importWith(100, true))).toMatchObject({
    value: { answer: 'imported' },
  });
});

test('a refusal is thrown', async () => {
  const refusal = new ApiProblem({ type: '', title: '', status: 422, code: 'invalid', detail: 'Line 2' });
  expect(await follow(Promise.reject(refusal), undefined)).toEqual({ error: refusal, asked: 0 });
});

test('when the response is lost, the list is asked until the import has ended, also during an outage', async () => {
  const listed = [LOST, undefined, importWith(100, true), LOST, importWith(200, true), ended];
  expect(await follow(Promise.reject(LOST), ...listed)).toEqual({
    value: { found: ended, failure: LOST },
    asked: listed.length,
  });
});

test('an import that is in the list for a long time is waited for, one that never begins is not', async () => {
  const running = Array.from({ length: 50 }, () => importWith(100, true));
  const stopped = importWith(200, false);
  expect(await follow(Promise.reject(LOST), ...running, stopped)).toEqual({
    value: { found: stopped, failure: LOST },
    asked: 51,
  });
  expect(await follow(Promise.reject(LOST), undefined)).toEqual({
    value: { found: undefined, failure: LOST },
    asked: 10,
  });
});

test('a response that never comes is not waited for once the list shows the end', async () => {
  expect(await follow(silent, undefined, importWith(100, true), ended)).toEqual({
    value: { found: ended, failure: null },
    asked: 5,
  });
});
