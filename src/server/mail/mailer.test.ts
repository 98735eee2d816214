import { expect, test } from 'bun:test';
import { DAY, HOUR, type Instant, MINUTE } from '../../core/ist-time.ts';
import { nextAttemptAt } from './mailer.ts';

const CREATED = Date.parse('2026-11-15T00:00:00Z');

/** The instants at which a mail is tried while every attempt fails. */
function failedAttempts(): Instant[] {
  const tried: Instant[] = [];
  let next: Instant | null = CREATED;
  while (next !== null) {
    tried.push(next);
    next = nextAttemptAt(next, { attempts: tried.length, created_at: CREATED });
  }
  return tried;
}

test('doubles the pauses from one minute to six hours', () => {
  const tried = failedAttempts();
  const pauses = tried.slice(1).map((at, index) => (at - (tried[index] ?? 0)) / MINUTE);
  expect(pauses.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
  expect(Math.max(...pauses)).toBe(6 * 60);
});

test('makes the last attempt three days after the mail was queued', () => {
  const last = (failedAttempts().at(-1) ?? 0) - CREATED;
  expect(last).toBeGreaterThanOrEqual(3 * DAY);
  expect(last).toBeLessThan(3 * DAY + 6 * HOUR);
});

test('returns a finite time after thousands of attempts', () => {
  expect(nextAttemptAt(CREATED, { attempts: 5_000, created_at: CREATED })).toBe(CREATED + 6 * HOUR);
});
