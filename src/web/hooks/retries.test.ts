import { expect, test } from 'bun:test';
import { MAX_DELAY_WHILE_CONNECTED, retryDelay, startRetries } from './retries.ts';

const LONG = 60_000;

/** Waits for the given delay after the first failure, and practically forever after the others. */
function start({ first, retry = () => {} }: { first: number; retry?: () => unknown }) {
  const tries: number[] = [];
  const retries = startRetries({
    async retry() {
      tries.push(tries.length);
      await retry();
    },
    delayAfter: (failures) => (failures <= 1 ? first : LONG),
  });
  return { tries, retries };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(2);
}

test('retries after the first delay, then after the second', async () => {
  const { tries, retries } = start({ first: 10 });
  await until(() => tries.length === 1);
  await Bun.sleep(30);
  retries.stop();
  expect(tries).toHaveLength(1);
});

test('`soon` shortens the delay, and repeated calls do not postpone the retry', async () => {
  const { tries, retries } = start({ first: 40 });
  await until(() => tries.length === 1);
  const signs = setInterval(retries.soon, 5);
  await until(() => tries.length === 2);
  clearInterval(signs);
  retries.stop();
});

test('`soon` during an attempt shortens the delay after it', async () => {
  let fail = () => {};
  const failing = () =>
    new Promise<void>((resolve) => {
      fail = resolve;
    });
  const { tries, retries } = start({ first: 10, retry: failing });
  await until(() => tries.length === 1);
  retries.soon();
  retries.now();
  expect(tries).toHaveLength(1);
  fail();
  await until(() => tries.length === 2);
  retries.stop();
});

test('does not retry after stop', async () => {
  const { tries, retries } = start({ first: 5 });
  retries.stop();
  retries.now();
  await Bun.sleep(20);
  expect(tries).toEqual([]);
});

const delays = (chance: number) =>
  [1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, { random: () => chance }));

test('delays grow up to half a minute on average', () => {
  expect(delays(0.5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('delays are spread, so that clients do not all reconnect at once', () => {
  expect(delays(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(delays(1)).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]);
});

test('while the live stream is connected, delays are at most 5 s', () => {
  const longest = retryDelay(20, { max: MAX_DELAY_WHILE_CONNECTED, random: () => 1 });
  expect(longest).toBeWithin(4_500, 5_001);
});
