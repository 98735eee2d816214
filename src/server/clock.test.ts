import { describe, expect, test } from 'bun:test';
import {
  chooseClock,
  clockForLog,
  createFollowingClock,
  isFollowing,
  startClock,
  systemTimers,
} from './clock.ts';

test("returns the machine's time without a start", () => {
  expect(Math.abs(startClock(null).now() - Date.now())).toBeLessThan(50);
});

test('starts at the given instant and runs at normal speed', async () => {
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

describe('a clock that follows the database', () => {
  const machine = { wallTime: () => Date.UTC(1999, 0, 1), elapsed: () => passed };
  let passed = 100.25;

  test("throws before it is set; the log uses the machine's time until then", () => {
    const clock = createFollowingClock(machine);
    expect(clock.hasTime()).toBe(false);
    expect(() => clock.now()).toThrow('has no time');
    expect(Math.abs(clockForLog(clock).now() - Date.now())).toBeLessThan(1_000);
    clock.set(Date.UTC(2030, 0, 1));
    expect(clock.hasTime()).toBe(true);
    expect(clockForLog(clock).now()).toBe(Date.UTC(2030, 0, 1));
  });

  test('advances by elapsed time from the time it was last set to', () => {
    const clock = createFollowingClock(machine);
    clock.set(1_000.5);
    passed += 10;
    expect(clock.now()).toBe(1_010);
    passed += 0.5;
    expect(clock.now()).toBe(1_011);
    clock.set(500);
    passed += 1;
    expect(clock.now()).toBe(501);
  });
});

test.each([
  { clockStart: null, kind: 'postgres', follows: true },
  { clockStart: null, kind: 'sqlite', follows: false },
  { clockStart: Date.UTC(2030, 0, 1), kind: 'postgres', follows: false },
])(
  'with CLOCK_START $clockStart on $kind it follows the database: $follows',
  ({ clockStart, kind, follows }) => {
    expect(isFollowing(chooseClock({ clockStart, database: { kind } }))).toBe(follows);
  },
);

test('a timer runs once after its delay, unless it is cancelled', async () => {
  const ran: string[] = [];
  const since = systemTimers.elapsed();
  systemTimers.after(20, () => void ran.push('kept'));
  systemTimers.after(20, () => void ran.push('cancelled'))();
  while (ran.length === 0) await Bun.sleep(1);
  expect(systemTimers.elapsed() - since).toBeGreaterThanOrEqual(19);
  await Bun.sleep(30);
  expect(ran).toEqual(['kept']);
});
