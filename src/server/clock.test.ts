import { expect, test } from 'bun:test';
import { startClock, systemTimers } from './clock.ts';

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

test('it can be set forward and back', () => {
  const start = Date.UTC(2030, 0, 1);
  const clock = startClock(start);
  clock.moveBy(60_000);
  expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
  clock.moveBy(-120_000.5);
  expect(clock.now() - start).toBeLessThan(-59_000);
  expect(Number.isInteger(clock.now())).toBe(true);
});

test('a timer runs once after its delay, unless it is called off', async () => {
  const ran: string[] = [];
  const since = systemTimers.elapsed();
  systemTimers.after(20, () => void ran.push('kept'));
  systemTimers.after(20, () => void ran.push('called off'))();
  while (ran.length === 0) await Bun.sleep(1);
  expect(systemTimers.elapsed() - since).toBeGreaterThanOrEqual(19);
  await Bun.sleep(30);
  expect(ran).toEqual(['kept']);
});
