import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { createServerClock } from './server-clock.ts';

/** The device's clock is three hours slow. */
const RENDERED_AT = Date.parse('2026-11-15T08:30:00.400Z');
const DEVICE_START = RENDERED_AT - 3 * 3_600_000;

let deviceTime = DEVICE_START;
const createClock = () => createServerClock(RENDERED_AT, () => deviceTime);

function pass(milliseconds: number): void {
  for (let step = 0; step < milliseconds; step++) {
    deviceTime += 1;
    jest.advanceTimersByTime(1);
  }
}

beforeEach(() => {
  deviceTime = DEVICE_START;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('the first render shows the second at which the server rendered the page', () => {
  expect(createClock().renderedSecond()).toBe(RENDERED_AT - 400);
});

test('a wrong device clock has no effect', () => {
  const clock = createClock();
  clock.note(RENDERED_AT);
  pass(5_000);
  expect(clock.now()).toBe(RENDERED_AT + 5_000);
});

test('a later server time corrects a cached page, and older times have no effect', () => {
  const clock = createClock();
  clock.note(RENDERED_AT - 3_600_000);
  clock.note(RENDERED_AT);
  clock.note(RENDERED_AT - 60_000);
  expect(clock.now()).toBe(RENDERED_AT);
});

test('a time counts from the moment it was received', () => {
  const clock = createClock();
  pass(2_000);
  clock.note(RENDERED_AT, DEVICE_START);
  expect(clock.now()).toBe(RENDERED_AT + 2_000);
});

test('listeners are called as each second of the server begins', () => {
  const clock = createClock();
  clock.note(RENDERED_AT);
  const seen: number[] = [];
  const unsubscribe = clock.subscribe(() => seen.push(clock.second() - RENDERED_AT));
  pass(599);
  expect(seen).toEqual([-400]);
  pass(1);
  expect(seen).toEqual([-400, 600]);
  pass(2_000);
  expect(seen).toEqual([-400, 600, 1_600, 2_600]);
  unsubscribe();
  pass(5_000);
  expect(seen).toHaveLength(4);
});

test('a restart replaces the offset, also when the new time is earlier', () => {
  const clock = createClock();
  clock.note(RENDERED_AT);
  let calls = 0;
  clock.subscribe(() => calls++);
  clock.restart(RENDERED_AT - 10_000);
  expect(clock.now()).toBe(RENDERED_AT - 10_000);
  expect(clock.second()).toBe(RENDERED_AT - 10_400);
  expect(calls).toBe(2);
});
