import { expect, test } from 'bun:test';
import { loadOnce } from './load-once.ts';

test('loads once for all calls, also those during the load', async () => {
  let loads = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = loadOnce(async () => {
    loads += 1;
    await promise;
    return { loads };
  });
  const [first, second] = [load(), load()];
  resolve();
  expect(await first).toBe(await second);
  expect(await load()).toBe(await first);
  expect(loads).toBe(1);
});

test('a load that fails is tried again by the next call', async () => {
  const failures = [new Error('second'), new Error('first')];
  const load = loadOnce(async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return 'loaded';
  });
  // Both waited for the same load.
  expect(await Promise.allSettled([load(), load()])).toMatchObject([
    { reason: { message: 'first' } },
    { reason: { message: 'first' } },
  ]);
  await expect(load()).rejects.toThrow('second');
  expect(await load()).toBe('loaded');
});
