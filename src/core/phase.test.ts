import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyDelay, anyInstant, anySlot } from '../../tests/support/arbitraries.ts';
import { DAY, HOUR, instantOf, MINUTE, SECOND } from './ist-time.ts';
import { countdownText, countdownTo, drawInstant, nextPhaseChange, phaseAt, revealInstant } from './phase.ts';
import { SLOTS } from './slots.ts';

describe('the phase of a draw', () => {
  const drawAt = drawInstant('2026-11-15', '14:00');

  test('changes exactly at the draw and at the reveal, with the default delay', () => {
    const revealAt = revealInstant('2026-11-15', '14:00', 15);
    expect(new Date(drawAt).toISOString()).toBe('2026-11-15T08:30:00.000Z');
    expect(new Date(revealAt).toISOString()).toBe('2026-11-15T08:45:00.000Z');
    const phases = [drawAt - 1, drawAt, drawAt + 1, revealAt - 1, revealAt, revealAt + 1].map((now) =>
      phaseAt(now, drawAt, revealAt),
    );
    expect(phases).toEqual(['waiting', 'live', 'live', 'live', 'revealed', 'revealed']);
  });

  test('is never live without a delay', () => {
    const phases = [drawAt - 1, drawAt, drawAt + 1].map((now) => phaseAt(now, drawAt, drawAt));
    expect(phases).toEqual(['waiting', 'revealed', 'revealed']);
  });

  test('the three phases cover a day in order, without gap or overlap, for any delay', () => {
    const momentOfDay = fc.nat({ max: DAY - 1 });
    fc.assert(
      fc.property(anyDate, anySlot, anyDelay, momentOfDay, (date, slot, delay, moment) => {
        const midnight = instantOf(date);
        const [from, to] = [drawInstant(date, slot), revealInstant(date, slot, delay)];
        const spans = [
          { phase: 'waiting', start: midnight, end: from },
          { phase: 'live', start: from, end: to },
          { phase: 'revealed', start: to, end: midnight + DAY },
        ] as const;
        for (const now of [moment + midnight, ...spans.flatMap(({ start, end }) => [start, end - 1])]) {
          const holding = spans.filter(({ start, end }) => start <= now && now < end);
          expect(holding.map(({ phase }) => phase)).toEqual([phaseAt(now, from, to)]);
        }
        expect(to - from).toBe(delay * MINUTE);
      }),
    );
  });

  test('two draws are never live at once', () => {
    fc.assert(
      fc.property(anyDate, anyDelay, fc.nat({ max: DAY - 1 }), (date, delay, moment) => {
        const now = instantOf(date) + moment;
        const live = SLOTS.filter(
          (slot) => phaseAt(now, drawInstant(date, slot), revealInstant(date, slot, delay)) === 'live',
        );
        expect(live.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the next change of phase', () => {
  test.each([
    ['00:00', '10:00'],
    ['10:00', '10:15'],
    ['10:15', '12:00'],
    ['19:14', '19:15'],
  ])('after %s it is at %s', (time, next) => {
    expect(nextPhaseChange(instantOf('2026-11-15', time), 15)).toBe(instantOf('2026-11-15', next));
  });

  test('an instant that is reached is not returned', () => {
    const slot = instantOf('2026-11-15', '10:00');
    expect(nextPhaseChange(slot - 1, 15)).toBe(slot);
    expect(nextPhaseChange(slot, 0)).toBe(instantOf('2026-11-15', '12:00'));
  });

  test('is at midnight after the last result', () => {
    expect(nextPhaseChange(instantOf('2026-12-31', '19:15'), 15)).toBe(instantOf('2027-01-01'));
  });

  test('no phase changes before it', () => {
    fc.assert(
      fc.property(anyDate, anyDelay, fc.nat({ max: DAY - 1 }), (date, delay, moment) => {
        const now = instantOf(date) + moment;
        const phasesAt = (instant: number) =>
          SLOTS.map((slot) =>
            phaseAt(instant, drawInstant(date, slot), revealInstant(date, slot, delay)),
          ).join();
        const change = nextPhaseChange(now, delay);
        expect(change).toBeGreaterThan(now);
        expect(phasesAt(change - 1)).toBe(phasesAt(now));
        if (change < instantOf(date) + DAY) expect(phasesAt(change)).not.toBe(phasesAt(now));
      }),
    );
  });
});

describe('a countdown', () => {
  const target = instantOf('2027-01-01', '10:00');

  test.each([
    ['a millisecond past', -1, '00h 00m 00s'],
    ['at the target', 0, '00h 00m 00s'],
    ['a millisecond before', 1, '00h 00m 01s'],
    ['a second before', SECOND, '00h 00m 01s'],
    ['just over a second before', SECOND + 1, '00h 00m 02s'],
    ['a minute before', MINUTE, '00h 01m 00s'],
    ['just under an hour before', HOUR - 1, '01h 00m 00s'],
    ['as in the design', HOUR + 12 * MINUTE + 9 * SECOND, '01h 12m 09s'],
    ['from the last draw of the year to the first of the next', 15 * HOUR, '15h 00m 00s'],
  ])('%s', (_when, left, text) => {
    expect(countdownText(countdownTo(target, target - left))).toBe(text);
  });

  test('has the units of the language', () => {
    const units = { hours: ' ഒന്ന്', minutes: ' രണ്ട്', seconds: ' മൂന്ന്' };
    expect(countdownText({ hours: 1, minutes: 12, seconds: 9 }, units)).toBe('01 ഒന്ന് 12 രണ്ട് 09 മൂന്ന്');
  });

  test('shows the remaining time, rounded up to a second, and ends only at the target', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -DAY, max: 2 * DAY }), (now, left) => {
        const countdown = countdownTo(now + left, now);
        const { hours, minutes, seconds } = countdown;
        const shown = hours * HOUR + minutes * MINUTE + seconds * SECOND;
        expect(shown - Math.max(0, left)).toBeWithin(0, SECOND);
        expect(minutes).toBeWithin(0, 60);
        expect(seconds).toBeWithin(0, 60);
        expect(shown === 0).toBe(left <= 0);
      }),
    );
  });
});
