import { describe, expect, test } from 'bun:test';
import { instantOf, MINUTE, SECOND, type TimeOfDay } from '../ist-time.ts';
import { AUTOMATION_TIME } from '../schedule.ts';
import { BEACON_DEADLINE, beaconDeadline } from './committed-days.ts';

const DATE = '2026-11-15';
const at = (time: TimeOfDay, seconds = 0) => instantOf(DATE, time) + seconds * SECOND;
const deadlineAt = (now: number, { from = at('06:00'), publishDelay = 15 } = {}) =>
  beaconDeadline({ date: DATE, draftsFrom: from }, publishDelay, now);

describe('the beacon is awaited', () => {
  test('for a minute from the generate time, or from a later start', () => {
    expect(deadlineAt(at('06:00'))).toBe(at('06:01'));
    expect(deadlineAt(at('06:00', 30))).toBe(at('06:01', 30));
    expect(deadlineAt(at('09:00'))).toBe(at('09:01'));
  });

  test('no longer than leaves time for the drafts of the next result', () => {
    expect(deadlineAt(at('10:13', 50))).toBe(at('10:14', 50));
    expect(deadlineAt(at('10:14', 30))).toBe(at('10:14', 50));
    expect(deadlineAt(at('10:14', 55))).toBe(at('10:14', 57));
    expect(deadlineAt(at('09:59', 30), { publishDelay: 0 })).toBe(at('09:59', 50));
  });

  test('only a moment while a result is overdue', () => {
    expect(deadlineAt(at('10:15'))).toBe(at('10:15') + AUTOMATION_TIME);
    expect(deadlineAt(at('12:14', 45))).toBe(at('12:14', 50));
    expect(deadlineAt(at('23:00'))).toBe(at('23:00') + AUTOMATION_TIME);
  });

  test('for the whole minute after the generate time, which the log demands', () => {
    const from = at('10:14', 30);
    expect(deadlineAt(from, { from })).toBe(from + BEACON_DEADLINE);
    expect(deadlineAt(at('10:15', 5), { from })).toBe(from + BEACON_DEADLINE);
  });

  test('for a minute if results were due before the generate time', () => {
    const from = at('11:00');
    expect(deadlineAt(from, { from })).toBe(from + MINUTE);
  });
});
