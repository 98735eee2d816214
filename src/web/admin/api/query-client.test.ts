import { afterEach, expect, test } from 'bun:test';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ChangedTable } from '../../../contract/live.ts';
import { HOUR } from '../../../core/ist-time.ts';
import { ApiProblem } from '../../api/call-api.ts';
import { createQueryClient, invalidateTables, refetchAll } from './query-client.ts';

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** A screen that shows a query; its calls return `answers` in order, and then always the last. */
function show(
  queryClient: QueryClient,
  name: string,
  tables: ChangedTable[],
  answers: (string | Error)[] = ['data'],
  retryDelay = 1,
) {
  let calls = 0;
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: [name],
    meta: { tables },
    retryDelay,
    async queryFn() {
      const answer = answers[Math.min(calls, answers.length - 1)] ?? '';
      calls += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  cleanups.push(
    observer.subscribe(() => {}),
    () => queryClient.clear(),
  );
  return { observer, calls: () => calls };
}

const until = (observer: QueryObserver<string>, isReached: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = () => isReached() && resolve();
    cleanups.push(observer.subscribe(check));
    check();
  });

const refused = (status: number) =>
  new ApiProblem({ type: '', title: '', status, code: 'any', detail: 'No.' });

test('a change refetches only the queries of its table', async () => {
  const queryClient = createQueryClient();
  const draws = show(queryClient, 'draws', ['draws']);
  const dashboard = show(queryClient, 'dashboard', ['settings', 'draws']);
  const users = show(queryClient, 'users', ['users']);
  await refetchAll(queryClient);
  const before = [draws, dashboard, users].map(({ calls }) => calls());

  await invalidateTables(queryClient, new Set(['draws']));
  expect([draws, dashboard, users].map(({ calls }, index) => calls() - (before[index] ?? 0))).toEqual([
    1, 1, 0,
  ]);

  await invalidateTables(queryClient, new Set(['a table of a later version']));
  expect([draws, dashboard, users].map(({ calls }, index) => calls() - (before[index] ?? 0))).toEqual([
    1, 1, 0,
  ]);
});

test.each([new TypeError('Failed to fetch'), refused(500), refused(503)])(
  'a query that fails with %p is retried until it succeeds, and exposes the error',
  async (failure) => {
    const failures = Array.from({ length: 6 }, () => failure);
    const { observer } = show(createQueryClient(), 'news', [], [...failures, 'back']);
    await until(observer, () => observer.getCurrentResult().failureReason === failure);
    expect(observer.getCurrentResult().data).toBeUndefined();
    await until(observer, () => observer.getCurrentResult().data === 'back');
    expect(observer.getCurrentResult().failureReason).toBeNull();
  },
);

test('a refused query is not retried', async () => {
  const { observer, calls } = show(createQueryClient(), 'users', [], [refused(403), 'never']);
  await until(observer, () => observer.getCurrentResult().isError);
  expect(calls()).toBe(1);
});

test('refetching all queries retries a failed query at once', async () => {
  const queryClient = createQueryClient();
  const { observer } = show(queryClient, 'news', [], [new TypeError('Failed to fetch'), 'back'], HOUR);
  await until(observer, () => observer.getCurrentResult().failureReason !== null);
  await refetchAll(queryClient);
  expect(observer.getCurrentResult().data).toBe('back');
});
