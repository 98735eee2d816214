import { describe, expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { HOUR, instantOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import { BELIEVED_AFTER, type ClockJump, LARGE_JUMP, trustTime } from './trusted-time.ts';

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

test('a clock that runs as it should is believed', async () => {
  const { time, jumps, advanceBy } = watch();
  await advanceBy(HOUR);
  expect(time.now()).toBe(START + HOUR);
  expect(jumps).toEqual([]);
  expect(time.jumpedAt()).toBe(null);
});

test('small corrections are followed, and so is a clock that is set back', async () => {
  const { clock, time, jumps } = watch();
  clock.moveBy(LARGE_JUMP);
  expect(time.now()).toBe(START + LARGE_JUMP);
  clock.moveBy(-3 * HOUR);
  expect(time.now()).toBe(START + LARGE_JUMP - 3 * HOUR);
  expect(jumps).toEqual([]);
});

describe('a clock that leaps ahead', () => {
  test('is reported once, and the time runs on as if it had not', async () => {
    const { clock, time, jumps, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    expect(time.now()).toBe(START);
    await advanceBy(MINUTE);
    expect(time.now()).toBe(START + MINUTE);
    expect(jumps).toEqual([{ to: START + 2 * HOUR, expected: START }]);
    expect(time.jumpedAt()).toBe(START + 2 * HOUR);
  });

  test('is believed once it has kept to its new time', async () => {
    const { clock, time, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    time.now();
    await advanceBy(BELIEVED_AFTER - 1);
    expect(time.now()).toBe(START + BELIEVED_AFTER - 1);
    await advanceBy(1);
    expect(time.now()).toBe(START + 2 * HOUR + BELIEVED_AFTER);
    await advanceBy(SECOND);
    expect(time.now()).toBe(START + 2 * HOUR + BELIEVED_AFTER + SECOND);
  });

  test('and jumps again must prove right again', async () => {
    const { clock, time, jumps, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    time.now();
    await advanceBy(BELIEVED_AFTER - SECOND);
    clock.moveBy(HOUR);
    time.now();
    await advanceBy(2 * SECOND);
    expect(time.now()).toBe(START + BELIEVED_AFTER + SECOND);
    expect(jumps).toHaveLength(2);
  });

  test('and comes back is believed at once', async () => {
    const { clock, time, advanceBy } = watch();
    clock.moveBy(2 * HOUR);
    time.now();
    await advanceBy(MINUTE);
    clock.moveBy(-2 * HOUR);
    expect(time.now()).toBe(START + MINUTE);
    await advanceBy(BELIEVED_AFTER);
    expect(time.now()).toBe(START + MINUTE + BELIEVED_AFTER);
  });
});
