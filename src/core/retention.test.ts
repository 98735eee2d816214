import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DAY, HOUR, type Instant, istDateOf, istTimeOf, MINUTE, monthOf } from './ist-time.ts';
import { selectKept } from './retention.ts';

const NOW = Date.parse('2026-11-15T03:00:00Z');

const made = (...instants: Instant[]) => instants.map((at) => ({ at }));
const keptOf = (instants: Instant[]) => selectKept(made(...instants)).map(({ at }) => at);
const every = (step: number, count: number) =>
  Array.from({ length: count }, (_, index) => NOW - index * step);

const hourOf = (at: Instant) => `${istDateOf(at)} ${istTimeOf(at).slice(0, 2)}`;
const istMonthOf = (at: Instant) => monthOf(istDateOf(at));

describe('examples', () => {
  test('returns nothing for an empty list', () => {
    expect(keptOf([])).toEqual([]);
  });

  test('hourly for three days: keeps the last 24, and the last of each earlier day', () => {
    const kept = keptOf(every(HOUR, 72));
    expect(kept.slice(0, 24)).toEqual(every(HOUR, 24));
    // It is 08:30 in India: the 24 hours include the newest backup of yesterday.
    expect(kept.slice(24).map((at) => `${istDateOf(at)} ${istTimeOf(at)}`)).toEqual([
      '2026-11-13 23:30',
      '2026-11-12 23:30',
    ]);
  });

  test('hourly for a month: keeps the last 24, and the last of each of 14 days', () => {
    const days = keptOf(every(HOUR, 30 * 24)).map(istDateOf);
    const lastDays = Array.from({ length: 14 }, (_, day) => istDateOf(NOW - day * DAY));
    expect([...new Set(days)]).toEqual([...lastDays, '2026-10-31']);
  });

  test('daily for three years: keeps 24 days, and the last of each of 12 months', () => {
    const kept = keptOf(every(DAY, 3 * 365));
    expect(kept.slice(0, 24)).toEqual(every(DAY, 24));
    expect(kept.slice(24).map(istDateOf)).toEqual([
      ...['2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'],
      ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ]);
  });

  test('keeps the newest of an hour', () => {
    expect(keptOf([NOW, NOW + 5 * MINUTE, NOW + 10 * MINUTE])).toEqual([NOW + 10 * MINUTE]);
  });

  test('keeps old backups after a year without backups', () => {
    const old = every(6 * HOUR, 10).map((at) => at - 365 * DAY);
    expect(keptOf([NOW, ...old])).toEqual([NOW, ...old]);
  });

  test('days begin at midnight in IST, not in UTC', () => {
    const lateEvening = Date.parse('2026-11-14T18:29:59Z');
    const afterMidnight = Date.parse('2026-11-14T18:30:00Z');
    expect(keptOf([lateEvening, afterMidnight])).toEqual([afterMidnight, lateEvening]);
  });
});

describe('properties', () => {
  const anyInstants = fc.array(
    fc.integer({ min: 0, max: 2 * 365 * DAY }).map((age) => NOW - age),
    { maxLength: 150, size: 'max' },
  );
  const latest = (instants: Instant[], periodOf: (at: Instant) => string, count: number) =>
    [...new Set([...instants].sort((a, b) => b - a).map(periodOf))].slice(0, count);

  test.each([
    ['24 hours', hourOf, 24],
    ['14 days', istDateOf, 14],
    ['12 months', istMonthOf, 12],
  ] as const)('keeps the newest backup of each of the last %s', (_, periodOf, count) => {
    fc.assert(
      fc.property(anyInstants, (instants) => {
        const kept = new Set(keptOf(instants));
        for (const period of latest(instants, periodOf, count)) {
          expect(kept).toContain(Math.max(...instants.filter((at) => periodOf(at) === period)));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('keeps at most 24 + 14 + 12, always the newest, and a second run deletes nothing', () => {
    fc.assert(
      fc.property(anyInstants, (instants) => {
        const kept = keptOf(instants);
        expect(kept.length).toBeLessThanOrEqual(50);
        expect(kept[0]).toBe(instants.length > 0 ? Math.max(...instants) : undefined);
        expect(keptOf(kept)).toEqual(kept);
      }),
      { numRuns: 25 },
    );
  });

  test('a new backup never makes a discarded backup kept again', () => {
    fc.assert(
      fc.property(anyInstants, fc.integer({ min: 0, max: 60 * DAY }), (instants, later) => {
        const kept = new Set(keptOf(instants));
        const next = NOW + 1 + later;
        expect(keptOf([...instants, next]).filter((at) => at !== next && !kept.has(at))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
