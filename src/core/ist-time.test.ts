import { afterEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyInstant, anyTimeOfDay } from '../../tests/support/arbitraries.ts';
import {
  addDays,
  DAY,
  instantOf,
  isIstDate,
  isIstMonth,
  isTimeOfDay,
  istDateOf,
  istTimeOf,
  MINUTE,
  monthOf,
  nextInstantAt,
  weekdayOf,
} from './ist-time.ts';

const utc = (text: string) => Date.parse(text);

describe('an instant in IST', () => {
  test('midnight is 18:30 UTC', () => {
    const midnight = utc('2026-11-14T18:30:00.000Z');
    expect([istDateOf(midnight - 1), istTimeOf(midnight - 1)]).toEqual(['2026-11-14', '23:59']);
    expect([istDateOf(midnight), istTimeOf(midnight)]).toEqual(['2026-11-15', '00:00']);
    expect([istDateOf(midnight + 1), istTimeOf(midnight + 1)]).toEqual(['2026-11-15', '00:00']);
  });

  test.each([
    ['month end', '2026-04-30', '2026-05-01'],
    ['end of February in a common year', '2027-02-28', '2027-03-01'],
    ['eve of a leap day', '2028-02-28', '2028-02-29'],
    ['leap day', '2028-02-29', '2028-03-01'],
    ['leap day of 2000', '2000-02-29', '2000-03-01'],
    ['end of February 2100', '2100-02-28', '2100-03-01'],
    ['year end', '2026-12-31', '2027-01-01'],
    ['the first night there is', '1970-01-01', '1970-01-02'],
  ])('%s: one millisecond decides the date', (_name, before, after) => {
    const midnight = utc(`${before}T18:30:00.000Z`);
    expect(istDateOf(midnight - 1)).toBe(before);
    expect(istDateOf(midnight)).toBe(after);
    expect(instantOf(after)).toBe(midnight);
    expect(addDays(before, 1)).toBe(after);
    expect(addDays(after, -1)).toBe(before);
  });

  test('the year ends in IST, not in UTC', () => {
    const newYear = utc('2026-12-31T18:30:00.000Z');
    expect(istDateOf(newYear - 1)).toBe('2026-12-31');
    expect(istDateOf(newYear)).toBe('2027-01-01');
  });

  test('a minute begins at its instant and ends a millisecond before the next', () => {
    const ten = instantOf('2026-11-15', '10:00');
    expect(ten).toBe(utc('2026-11-15T04:30:00.000Z'));
    expect([ten - 1, ten, ten + MINUTE - 1, ten + MINUTE].map(istTimeOf)).toEqual([
      '09:59',
      '10:00',
      '10:00',
      '10:01',
    ]);
  });
});

describe('in any time zone of the machine', () => {
  const zoneBefore = process.env.TZ ?? 'UTC';
  afterEach(() => {
    process.env.TZ = zoneBefore;
  });

  // The Swedish locale formats dates and times like ISO 8601.
  const swedishInIndia = Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'short',
    timeStyle: 'short',
  });

  test.each([
    'UTC',
    'Asia/Kolkata',
    'America/St_Johns',
    'Pacific/Apia',
    'Pacific/Kiritimati',
    'Australia/Lord_Howe',
  ])('%s: agrees with Intl on the calendar of India', (zone) => {
    process.env.TZ = zone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const [date, time] = [istDateOf(instant), istTimeOf(instant)];
        expect(`${date} ${time}`).toBe(swedishInIndia.format(instant));
        expect(instant - instantOf(date, time)).toBeWithin(0, MINUTE);
      }),
    );
  });
});

describe('arithmetic on dates', () => {
  test('adding and subtracting the same number of days are inverse', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (from, to) => {
        const days = (instantOf(to) - instantOf(from)) / DAY;
        expect(addDays(from, days)).toBe(to);
        expect(addDays(to, -days)).toBe(from);
      }),
    );
  });

  test('the month is the date without its day', () => {
    expect(monthOf('2028-02-29')).toBe('2028-02');
  });

  test('the next instant of a time of day is in the future, within a day, and has that time', () => {
    fc.assert(
      fc.property(anyInstant, anyTimeOfDay, (now, time) => {
        const next = nextInstantAt(now, time);
        expect(next - now).toBeWithin(1, DAY + 1);
        expect(next).toBe(instantOf(istDateOf(next), time));
      }),
    );
  });

  test('at the instant itself, the next is tomorrow', () => {
    const six = instantOf('2026-12-31', '06:00');
    expect(nextInstantAt(six - 1, '06:00')).toBe(six);
    expect(nextInstantAt(six, '06:00')).toBe(instantOf('2027-01-01', '06:00'));
    expect(nextInstantAt(six + 1, '06:00')).toBe(instantOf('2027-01-01', '06:00'));
  });
});

describe('valid dates', () => {
  test('accepts every day of the calendar', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(isIstDate(date)).toBe(true);
        expect(isIstMonth(monthOf(date))).toBe(true);
      }),
    );
  });

  test.each([
    ['2000-02-29', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2100-02-29', false],
    ['2028-02-30', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['1969-12-31', false],
    ['1970-01-01', true],
    ['9999-12-31', true],
    ['+10000-01-01', false],
    ['2026-1-1', false],
    ['2026-11-15 ', false],
    ['2026-11-15\n', false],
    ['2026-11-15T00:00', false],
    ['२०२६-११-१५', false],
    ['', false],
  ])('%j: %p', (text, is) => {
    expect(isIstDate(text)).toBe(is);
  });

  test.each([
    ['2026-11', true],
    ['2026-12', true],
    ['2026-13', false],
    ['2026-00', false],
    ['1969-12', false],
    ['2026-1', false],
    ['2026-11-15', false],
  ])('month %j: %p', (text, is) => {
    expect(isIstMonth(text)).toBe(is);
  });

  test.each([
    ['00:00', true],
    ['06:00', true],
    ['19:59', true],
    ['23:59', true],
    ['24:00', false],
    ['12:60', false],
    ['6:00', false],
    ['12:00:00', false],
    ['12-00', false],
  ])('time of day %j: %p', (text, is) => {
    expect(isTimeOfDay(text)).toBe(is);
  });
});

test('15 November 2026 is a Sunday', () => {
  expect(weekdayOf('2026-11-15')).toBe(0);
  expect(weekdayOf('2026-11-21')).toBe(6);
});
