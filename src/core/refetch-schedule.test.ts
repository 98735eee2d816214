import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { DAY, instantOf, MINUTE, SECOND } from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { nextRefetch, REFETCH_AFTER_REVEAL, REFETCH_SPREAD, RELOAD_EVERY } from './refetch-schedule.ts';

const DATE = '2026-11-15';

test('refetches two to six seconds after a reveal', () => {
  const reveal = instantOf(DATE, '12:15');
  expect(nextRefetch(reveal, 15, 0)).toBe(reveal + 2 * SECOND);
  expect(nextRefetch(reveal, 15, 1)).toBe(reveal + 6 * SECOND);
  expect(nextRefetch(reveal - 1, 15, 0.5)).toBe(reveal + 4 * SECOND);
});

test('at an instant of the schedule, the following instant is returned', () => {
  const first = nextRefetch(instantOf(DATE, '12:00'), 15, 0);
  expect(nextRefetch(first - 1, 15, 0)).toBe(first);
  expect(nextRefetch(first, 15, 0)).toBe(instantOf(DATE, '14:15') + 2 * SECOND);
});

test('after the last reveal of a day, the first reveal of the next day is used', () => {
  expect(nextRefetch(instantOf(DATE, '23:59'), 15, 0)).toBe(instantOf('2026-11-16', '10:15') + 2 * SECOND);
});

test('the next refetch is in the future, within a day, and belongs to a reveal', () => {
  const start = instantOf(DATE);
  fc.assert(
    fc.property(
      fc.integer({ min: start, max: start + DAY }),
      fc.integer({ min: 0, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (now, delay, chance) => {
        const due = nextRefetch(now, delay, chance);
        expect(due).toBeGreaterThan(now);
        expect(due - now).toBeLessThanOrEqual(DAY);
        const reveal = due - REFETCH_AFTER_REVEAL - chance * REFETCH_SPREAD;
        expect((reveal - revealInstant(DATE, '10:00', delay)) % (60 * MINUTE)).toBeCloseTo(0, 0);
      },
    ),
  );
});

test('the page reloads every hour', () => {
  expect(RELOAD_EVERY).toBe(60 * MINUTE);
});
