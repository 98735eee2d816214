import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays } from './ist-time.ts';
import { looksLikeDate, readTypedDate } from './typed-date.ts';

const TODAY = '2026-11-16';
const read = (text: string) => readTypedDate(text, TODAY);

describe('reading a typed date', () => {
  test.each([
    ['14-11-2026', '2026-11-14'],
    ['14/11/26', '2026-11-14'],
    ['14.11.2026', '2026-11-14'],
    ['14 11 2026', '2026-11-14'],
    [' 4/1/2026 ', '2026-01-04'],
    ['2026-11-14', '2026-11-14'],
    ['2026/3/4', '2026-03-04'],
    ['14 Nov', '2026-11-14'],
    ['14 nov 2025', '2025-11-14'],
    ['14 November 2026', '2026-11-14'],
    ['14th November, 2026', '2026-11-14'],
    ['14-Nov-26', '2026-11-14'],
    ['Nov 14', '2026-11-14'],
    ['November 14, 2026', '2026-11-14'],
    ['1 sept', '2026-09-01'],
    ['3 mar', '2026-03-03'],
    ['3 may', '2026-05-03'],
    ['14 നവംബർ 2026', '2026-11-14'],
    ['14 നവംബര്\u200D', '2026-11-14'],
    ['2026 മാർച്ച് 12', '2026-03-12'],
    ['12 മാർ', '2026-03-12'],
    ['3 മെയ്', '2026-05-03'],
    ['൧൪-൧൧-൨൦൨൬', '2026-11-14'],
    ['൧൪ നവം', '2026-11-14'],
  ])('%s is %s', (text, date) => {
    expect(read(text)).toBe(date);
  });

  test('without a year it is the most recent such day', () => {
    expect(read('16 Nov')).toBe('2026-11-16');
    expect(read('17 Nov')).toBe('2025-11-17');
    expect(read('31/12')).toBe('2025-12-31');
    expect(read('29 Feb')).toBe('2024-02-29');
    expect(readTypedDate('29 Feb', '1903-01-01')).toBeNull();
  });

  test.each([
    ['', false],
    ['71535', false],
    ['535', false],
    ['14112026', false],
    ['SC141120261', false],
    // May be part of a draw number.
    ['14-11', false],
    // Each begins more than one name, or too few letters.
    ['3 ju', false],
    ['3 ജൂ', false],
    ['14 novo', false],
    ['14 nov 202', false],
    ['30 Feb', true],
    ['30-02-2026', true],
    ['2026-13-01', true],
    ['0-0-2026', true],
  ])('%j is no date', (text, hasShape) => {
    expect(read(text)).toBeNull();
    expect(looksLikeDate(text)).toBe(hasShape);
  });

  test('reads every day of a century in every order of its numbers', () => {
    fc.assert(
      fc.property(fc.nat(36_500), (days) => {
        const date = addDays('2000-01-01', days);
        const [year, month, day] = date.split('-').map(Number);
        for (const text of [date, `${day}/${month}/${year}`, `${day}-${month}-${String(year).slice(2)}`]) {
          if (year !== undefined && year < 2100) expect(read(text)).toBe(date);
        }
      }),
    );
  });

  test('never throws, and returns only days of the calendar', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-/. nov൧'), maxLength: 12 }), (text) => {
        expect(read(text) ?? '2026-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
    );
  });
});
