import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { createFreshValue } from './fresh-value.ts';

const FRESHNESS = { keptFor: 3_000, deadline: 1_000 };

test('is asked for once by many, and again only after a while', async () => {
  const { timers, advanceBy } = stepTimeFrom(0);
  let asked = 0;
  const value = createFreshValue(async () => ++asked, FRESHNESS, timers);
  expect(await Promise.all([value(), value(), value()])).toEqual([1, 1, 1]);
  await advanceBy(2_999);
  expect(await value()).toBe(1);
  await advanceBy(1);
  expect(await value()).toBe(2);
});

test('a failure leaves nothing, not even what was known before', async () => {
  const { timers, advanceBy } = stepTimeFrom(0);
  let isBroken = false;
  const read = async () => {
    if (isBroken) throw new Error('no answer');
    return 7;
  };
  const value = createFreshValue(read, FRESHNESS, timers);
  expect(await value()).toBe(7);
  isBroken = true;
  await advanceBy(3_000);
  expect(await value()).toBeNull();
  isBroken = false;
  expect(await value()).toBe(7);
});

test('nobody waits longer than the deadline, and there is one question all the while', async () => {
  const { timers, advanceBy } = stepTimeFrom(0);
  const answer = Promise.withResolvers<number>();
  let asked = 0;
  const read = () => {
    asked += 1;
    return answer.promise;
  };
  const value = createFreshValue(read, FRESHNESS, timers);
  const first = value();
  await advanceBy(1_000);
  expect(await first).toBeNull();
  const second = value();
  await advanceBy(1_000);
  expect(await second).toBeNull();
  expect(asked).toBe(1);
  answer.resolve(5);
  expect(await value()).toBe(5);
});
