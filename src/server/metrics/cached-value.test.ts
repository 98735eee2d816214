import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { createCachedValue } from './cached-value.ts';

const OPTIONS = { maxAge: 3_000, deadline: 1_000 };

test('reads once for simultaneous callers, and again only after maxAge', async () => {
  const { timers, advanceBy } = stepTimeFrom(0);
  let reads = 0;
  const value = createCachedValue(async () => ++reads, OPTIONS, timers);
  expect(await Promise.all([value(), value(), value()])).toEqual([1, 1, 1]);
  await advanceBy(2_999);
  expect(await value()).toBe(1);
  await advanceBy(1);
  expect(await value()).toBe(2);
});

test('returns null after a failure, not the former value', async () => {
  const { timers, advanceBy } = stepTimeFrom(0);
  let isBroken = false;
  const read = async () => {
    if (isBroken) throw new Error('no result');
    return 7;
  };
  const value = createCachedValue(read, OPTIONS, timers);
  expect(await value()).toBe(7);
  isBroken = true;
  await advanceBy(3_000);
  expect(await value()).toBeNull();
  isBroken = false;
  expect(await value()).toBe(7);
});

test('returns null after the deadline, with only one read at a time', async () => {
  const { timers, advanceBy } = stepTimeFrom(0);
  const result = Promise.withResolvers<number>();
  let reads = 0;
  const read = () => {
    reads += 1;
    return result.promise;
  };
  const value = createCachedValue(read, OPTIONS, timers);
  const first = value();
  await advanceBy(1_000);
  expect(await first).toBeNull();
  const second = value();
  await advanceBy(1_000);
  expect(await second).toBeNull();
  expect(reads).toBe(1);
  result.resolve(5);
  expect(await value()).toBe(5);
});
