import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyInstant } from '../../tests/support/arbitraries.ts';
import { addDays, instantOf, istDateOf } from './ist-time.ts';
import { nextDraw } from './next-draw.ts';
import { SLOTS } from './slots.ts';

test.each([
  ['the first draw of a day', '2026-11-15', '10:00', { date: '2026-11-15', slot: '12:00' }],
  ['a draw in between', '2026-11-15', '14:00', { date: '2026-11-15', slot: '17:00' }],
  ['the last draw of a day', '2026-11-15', '19:00', { date: '2026-11-16', slot: '10:00' }],
  ['the last draw of a month', '2026-11-30', '19:00', { date: '2026-12-01', slot: '10:00' }],
  ['the last draw before a leap day', '2028-02-28', '19:00', { date: '2028-02-29', slot: '10:00' }],
  ['the last draw of a leap day', '2028-02-29', '19:00', { date: '2028-03-01', slot: '10:00' }],
  ['the last draw of February 2100', '2100-02-28', '19:00', { date: '2100-03-01', slot: '10:00' }],
  ['the last draw of a year', '2026-12-31', '19:00', { date: '2027-01-01', slot: '10:00' }],
] as const)('%s is next until its instant', (_name, date, slot, following) => {
  const drawAt = instantOf(date, slot);
  const after = { ...following, drawAt: instantOf(following.date, following.slot) };
  expect(nextDraw(drawAt - 1)).toEqual({ date, slot, drawAt });
  expect(nextDraw(drawAt)).toEqual(after);
  expect(nextDraw(drawAt + 1)).toEqual(after);
});

test('midnight does not change the next draw', () => {
  const midnight = instantOf('2026-11-16');
  const next = { date: '2026-11-16', slot: '10:00', drawAt: instantOf('2026-11-16', '10:00') } as const;
  for (const now of [midnight - 1, midnight, midnight + 1]) expect(nextDraw(now)).toEqual(next);
});

test('the next draw is in the future, and no other draw is earlier', () => {
  fc.assert(
    fc.property(anyInstant, (now) => {
      const { date, slot, drawAt } = nextDraw(now);
      expect(drawAt).toBe(instantOf(date, slot));
      expect(drawAt).toBeGreaterThan(now);
      const around = [-1, 0, 1].map((days) => addDays(istDateOf(now), days));
      const between = around
        .flatMap((day) => SLOTS.map((candidate) => instantOf(day, candidate)))
        .filter((instant) => now < instant && instant < drawAt);
      expect(between).toEqual([]);
    }),
  );
});
