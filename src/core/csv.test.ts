import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyDigits, anyDrawNumber, anySlot } from '../../tests/support/arbitraries.ts';
import {
  ADMIN_CSV_HEADER,
  adminCsvFileName,
  adminCsvLine,
  type CsvAdminDraw,
  MOST_PROBLEMS,
  PUBLIC_CSV_HEADER,
  publicCsvFileName,
  publicCsvLine,
  readDrawsCsv,
} from './csv.ts';

const DRAW: CsvAdminDraw = {
  date: '2028-02-29',
  slot: '14:00',
  drawNo: 'SC290220283',
  digits: ['0', '8', '8', '0', '7'],
  published: true,
};

describe('writing', () => {
  test('writes the exact headers and lines', () => {
    expect(PUBLIC_CSV_HEADER).toBe('Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5');
    expect(ADMIN_CSV_HEADER).toBe('Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status');
    expect(publicCsvLine(DRAW)).toBe('2028-02-29,14:00,SC290220283,0,8,8,0,7');
    expect(adminCsvLine(DRAW)).toBe('2028-02-29,14:00,SC290220283,0,8,8,0,7,Published');
    expect(adminCsvLine({ ...DRAW, published: false })).toBe('2028-02-29,14:00,SC290220283,0,8,8,0,7,Draft');
  });

  test('a number stored with a leading hyphen is written as text, and rejected when read', () => {
    const line = publicCsvLine({ ...DRAW, drawNo: '-23' });
    expect(line).toBe("2028-02-29,14:00,'-23,0,8,8,0,7");
    expect(readDrawsCsv(`${PUBLIC_CSV_HEADER}\n${line}`)).toEqual({
      ok: false,
      problems: [{ line: 2, message: '"\'-23" is not a draw number.' }],
    });
  });

  test('no field starts like a formula', () => {
    const anyStoredNumber = fc.stringMatching(/^[A-Z0-9-]{3,20}$/);
    fc.assert(
      fc.property(anyDate, anySlot, anyStoredNumber, anyDigits, (date, slot, drawNo, digits) => {
        const fields = adminCsvLine({ date, slot, drawNo, digits, published: true }).split(',');
        expect(fields.filter((field) => /^[=+\-@\t\r]/.test(field))).toEqual([]);
      }),
    );
  });

  test('file names contain the date', () => {
    expect(publicCsvFileName('2026-11-15')).toBe('swarna-chakra-results-2026-11-15.csv');
    expect(adminCsvFileName('2026-11-15')).toBe('admin-draws-2026-11-15.csv');
  });
});

describe('reading', () => {
  const anyDraws: fc.Arbitrary<CsvAdminDraw[]> = fc
    .uniqueArray(
      fc.record({
        date: anyDate,
        slot: anySlot,
        drawNo: anyDrawNumber,
        digits: anyDigits,
        published: fc.boolean(),
      }),
      { selector: ({ date, slot }) => `${date} ${slot}`, maxLength: 20 },
    )
    .filter((draws) => new Set(draws.map(({ drawNo }) => drawNo)).size === draws.length);
  const anyLineEnd = fc.constantFrom('\n', '\r\n');
  const withLines = (draws: CsvAdminDraw[]) => draws.map((draw, index) => ({ ...draw, line: index + 2 }));

  test('reads written lines back, draft or published', () => {
    fc.assert(
      fc.property(anyDraws, anyLineEnd, (draws, lineEnd) => {
        const text = [ADMIN_CSV_HEADER, ...draws.map(adminCsvLine), ''].join(lineEnd);
        expect(readDrawsCsv(text)).toEqual({ ok: true, draws: withLines(draws) });
      }),
    );
  });

  test('reads every row of the public format as published', () => {
    fc.assert(
      fc.property(anyDraws, anyLineEnd, (draws, lineEnd) => {
        const text = [PUBLIC_CSV_HEADER, ...draws.map(publicCsvLine)].join(lineEnd);
        const published = draws.map((draw) => ({ ...draw, published: true }));
        expect(readDrawsCsv(text)).toEqual({ ok: true, draws: withLines(published) });
      }),
    );
  });

  test('accepts a byte order mark, empty lines and spaces around fields', () => {
    const text = `\uFEFF${ADMIN_CSV_HEADER}\n\n  2028-02-29 , 14:00,SC290220283,0,8,8,0,7 ,Published \n\t\n`;
    expect(readDrawsCsv(text)).toEqual({ ok: true, draws: [{ ...DRAW, line: 3 }] });
  });

  test.each(['', 'Date,Time', '2028-02-29,14:00,SC290220283,0,8,8,0,7', PUBLIC_CSV_HEADER.toLowerCase()])(
    'requires the header instead of %j',
    (firstLine) => {
      expect(readDrawsCsv(`${firstLine}\n${publicCsvLine(DRAW)}`)).toEqual({
        ok: false,
        problems: [
          {
            line: 1,
            message: 'The first line must be: Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5',
          },
        ],
      });
    },
  );

  const DIGITS_PROBLEM = 'Each of the five digits must be one of 0 to 9.';
  test.each([
    ['2028-02-29,14:00,SC290220283,0,8,8,0,Draft', 'Expected 9 fields, found 8.'],
    ['2028-02-29,14:00,SC290220283,0,8,8,0,7,Draft,', 'Expected 9 fields, found 10.'],
    ['29-02-2028,14:00,SC290220283,0,8,8,0,7,Draft', '"29-02-2028" is not a date (YYYY-MM-DD).'],
    ['2027-02-29,14:00,SC290220273,0,8,8,0,7,Draft', '"2027-02-29" is not a date (YYYY-MM-DD).'],
    [
      '2028-02-29,15:00,SC290220283,0,8,8,0,7,Draft',
      'Invalid time slot. Must be one of: 10:00, 12:00, 14:00, 17:00, 19:00.',
    ],
    ['2028-02-29,14:00,=1+1,0,8,8,0,7,Draft', '"=1+1" is not a draw number.'],
    ['2028-02-29,14:00,-SC1,0,8,8,0,7,Draft', '"-SC1" is not a draw number.'],
    ['2028-02-29,14:00,SC290220283,0,8,8,0,x,Draft', DIGITS_PROBLEM],
    ['2028-02-29,14:00,SC290220283,0,8,8,07,,Draft', DIGITS_PROBLEM],
    ['2028-02-29,14:00,SC290220283,0,8,8,0,10,Draft', DIGITS_PROBLEM],
    ['2028-02-29,14:00,SC290220283,0,8,8,0,7,draft', 'Status must be Published or Draft, not "draft".'],
  ])('rejects %j with its line number', (content, message) => {
    const text = [ADMIN_CSV_HEADER, '2028-02-29,10:00,SC290220281,1,2,3,4,5,Draft', '', content].join('\n');
    expect(readDrawsCsv(text)).toEqual({ ok: false, problems: [{ line: 4, message }] });
  });

  test('reports every invalid line and every duplicate', () => {
    const text = [
      PUBLIC_CSV_HEADER,
      '2026-11-15,10:00,SC151120261,1,2,3,4,5',
      '2026-11-15,11:00,SC151120262,1,2,3,4,5',
      '2026-11-15,12:00,SC151120261,1,2,3,4,5',
      '2026-11-15,10:00,SC151120263,1,2,3,4,5',
      'nonsense',
      '2026-11-15,10:00,SC151120261,1,2,3,4,5',
    ].join('\n');
    expect(readDrawsCsv(text)).toEqual({
      ok: false,
      problems: [
        { line: 3, message: 'Invalid time slot. Must be one of: 10:00, 12:00, 14:00, 17:00, 19:00.' },
        { line: 4, message: 'Draw number SC151120261 is already on line 2.' },
        { line: 5, message: '2026-11-15 10:00 is already on line 2.' },
        { line: 6, message: 'Expected 8 fields, found 1.' },
        { line: 7, message: '2026-11-15 10:00 is already on line 2.' },
        { line: 7, message: 'Draw number SC151120261 is already on line 2.' },
      ],
    });
  });

  test('reads no further after a great many problems', () => {
    const reading = readDrawsCsv(PUBLIC_CSV_HEADER + '\nnonsense'.repeat(MOST_PROBLEMS + 5));
    if (reading.ok) throw new Error('the lines were read');
    expect(reading.problems).toHaveLength(MOST_PROBLEMS);
    expect(reading.problems.at(-1)?.line).toBe(MOST_PROBLEMS + 1);
  });
});
