import { expect, test } from 'bun:test';
import { startClock } from './clock.ts';

test("without a start it shows the machine's time", () => {
  expect(Math.abs(startClock(null).now() - Date.now())).toBeLessThan(50);
});

test('with a start it begins there and runs at normal speed', async () => {
  const start = Date.UTC(2030, 0, 1);
  const clock = startClock(start);
  const before = performance.now();
  const first = clock.now();
  await Bun.sleep(60);
  const elapsed = performance.now() - before;
  expect(first).toBeGreaterThanOrEqual(start);
  expect(first - start).toBeLessThan(50);
  expect(Math.abs(clock.now() - first - elapsed)).toBeLessThan(5);
  expect(Number.isInteger(clock.now())).toBe(true);
});
