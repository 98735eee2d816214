import { describe, expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { HOUR, instantOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import { type ClockJump, LARGE_JUMP, TRUSTED_AFTER, trustTime } from './trusted-time.ts';

const START = instantOf('2026-11-15', '09:00');

function watch() {
  const { clock, timers, advanceBy } = stepTimeFrom(START);
  const jumps: ClockJump[] = [];
  const time = trustTime({
    clock,
    timers,
    onJump: (jump) => void jumps.push(jump),
  });
  expect(time.now()).toBe(START);
  return { clock, time, jumps, advanceBy };
}

test('returns the time of a clock that runs normally', async () => {
  const { time, jumps, advanceBy } = watch();
  await advanceBy(HOUR);
  expect(time.now()).toBe(START + HOUR);
  expect(jumps).toEqual([]);
  expect(time.jumpedAt()).toBe(null);
});

test('follows small corrections and a clock that is set back', async () => {
  const { clock, time, jumps } = watch();
  clock.moveBy(LARGE_JUMP);
  expect(time.now()).toBe(START + LARGE_JUMP);
  clock.moveBy(-3 * HOUR);
  expect(time.now()).toBe(START + LARGE_JUMP - 3 * HOUR);
  expect(jumps).toEqual([]);
});

describe('a clock that jumps ahead', () => {
  test('is reported once, and the time continues without the jump', async () => {
    const { clock, time, jumps, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    expect(time.now()).toBe(START);
    await advanceBy(MINUTE);
    expect(time.now()).toBe(START + MINUTE);
    expect(jumps).toEqual([{ to: START + 2 * HOUR, expected: START }]);
    expect(time.jumpedAt()).toBe(START + 2 * HOUR);
  });

  test('is reported after hours without a jump', async () => {
    const { clock, time, jumps, advanceBy } = watch();
    for (let hour = 1; hour <= 3; hour += 1) {
      await advanceBy(HOUR);
      expect(time.now()).toBe(START + hour * HOUR);
    }
    clock.moveBy(2 * HOUR);
    expect(time.now()).toBe(START + 3 * HOUR);
    expect(jumps).toEqual([{ to: START + 5 * HOUR, expected: START + 3 * HOUR }]);
  });

  test('is trusted after it has run at its new time for five minutes', async () => {
    const { clock, time, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    time.now();
    await advanceBy(TRUSTED_AFTER - 1);
    expect(time.now()).toBe(START + TRUSTED_AFTER - 1);
    await advanceBy(1);
    expect(time.now()).toBe(START + 2 * HOUR + TRUSTED_AFTER);
    await advanceBy(SECOND);
    expect(time.now()).toBe(START + 2 * HOUR + TRUSTED_AFTER + SECOND);
  });

  test('is trusted five minutes after the last jump', async () => {
    const { clock, time, jumps, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    time.now();
    await advanceBy(TRUSTED_AFTER - SECOND);
    clock.moveBy(HOUR);
    time.now();
    await advanceBy(2 * SECOND);
    expect(time.now()).toBe(START + TRUSTED_AFTER + SECOND);
    expect(jumps).toHaveLength(2);
  });

  test('is trusted at once when it jumps back', async () => {
    const { clock, time, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    time.now();
    await advanceBy(MINUTE);
    clock.moveBy(-2 * HOUR);
    expect(time.now()).toBe(START + MINUTE);
    await advanceBy(TRUSTED_AFTER);
    expect(time.now()).toBe(START + MINUTE + TRUSTED_AFTER);
  });
});
