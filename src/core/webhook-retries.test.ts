import { expect, test } from 'bun:test';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from './ist-time.ts';
import { nextRetryAt } from './webhook-retries.ts';

const START = Date.parse('2026-11-15T04:45:00Z');

/** The instants at which a message is sent while every attempt fails. */
function failedAttempts(random: number): Instant[] {
  const tried: Instant[] = [];
  let next: Instant | null = START;
  while (next !== null) {
    tried.push(next);
    next = nextRetryAt(next, tried.length, random);
  }
  return tried;
}

const pausesOf = (tried: readonly Instant[]) => tried.slice(1).map((at, index) => at - (tried[index] ?? 0));

test('follows the plan of Standard Webhooks', () => {
  const pauses = pausesOf(failedAttempts(0));
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR);
  expect(pauses).toEqual([5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...hours]);
});

test.each([0, 0.5, 1])('tries for at least three days and stops within four (random %p)', (random) => {
  const last = (failedAttempts(random).at(-1) ?? 0) - START;
  expect(last).toBeGreaterThanOrEqual(3 * DAY);
  expect(last).toBeLessThan(4 * DAY);
});

test('the first retry comes within 100 s, with any jitter', () => {
  expect((nextRetryAt(START, 1, 1) ?? 0) - START).toBeLessThan(100 * SECOND);
});

test('jitter makes a pause at most a tenth longer, never shorter', () => {
  const planned = pausesOf(failedAttempts(0));
  pausesOf(failedAttempts(1)).forEach((pause, index) => {
    expect(pause / (planned[index] ?? 0)).toBeCloseTo(1.1, 5);
  });
});
