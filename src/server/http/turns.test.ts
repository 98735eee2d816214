import { expect, test } from 'bun:test';
import { spreadOverTurns } from './turns.ts';

/** Holds the event loop, as a handler does that never waits. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('timers run between requests that arrive together, which keep their order', async () => {
  const order: (number | string)[] = [];
  const handle = spreadOverTurns((request: number) => {
    hold(1);
    order.push(request);
    return request;
  });
  setTimeout(() => order.push('timer'), 0);
  const requests = [...Array(60).keys()];
  const responses = await Promise.all(requests.map((request) => handle(request)));
  expect(responses).toEqual(requests);
  expect(order.filter((entry) => entry !== 'timer')).toEqual(requests);
  expect(order.indexOf('timer')).toBeLessThan(30);
});

test('a request that arrives alone is handled at once', async () => {
  const handle = spreadOverTurns((request: number) => request);
  expect(handle(1)).toBe(1);
  expect(handle(2)).toBe(2);
  await Bun.sleep(10);
  expect(handle(3)).toBe(3);
});

test('an error reaches the one whose request it was', async () => {
  const handle = spreadOverTurns((request: number) => {
    hold(6);
    if (request === 2) throw new Error('the second one');
    return request;
  });
  const [first, second, third] = [1, 2, 3].map((request) => Promise.resolve(handle(request)));
  expect(await second?.catch((error) => error.message)).toBe('the second one');
  expect([await first, await third]).toEqual([1, 3]);
});
