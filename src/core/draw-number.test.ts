import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyDrawNumber, anySlot } from '../../tests/support/arbitraries.ts';
import { drawNumberFor, isDrawNumber, isStoredDrawNumber, parseDrawNumber } from './draw-number.ts';

test.each([
  ['2026-11-15', '14:00', 'SC151120263'],
  ['2028-02-29', '10:00', 'SC290220281'],
  ['2026-12-31', '19:00', 'SC311220265'],
  ['2027-01-01', '10:00', 'SC010120271'],
] as const)('the draw of %s at %s is %s', (date, slot, drawNo) => {
  expect(drawNumberFor(date, slot)).toBe(drawNo);
  expect(parseDrawNumber(drawNo)).toEqual({ date, slot });
});

test('every date and slot is named by one draw number, and read back from it', () => {
  fc.assert(
    fc.property(anyDate, anySlot, (date, slot) => {
      const drawNo = drawNumberFor(date, slot);
      expect(isDrawNumber(drawNo)).toBe(true);
      expect(parseDrawNumber(drawNo)).toEqual({ date, slot });
    }),
  );
});

test('whatever can be read as a draw number is the one of its date and slot', () => {
  const nearlyRegular = fc.stringMatching(/^SC[0-3][0-9][01][0-9]20[0-9]{2}[0-7]$/);
  fc.assert(
    fc.property(fc.oneof(nearlyRegular, anyDrawNumber), (text) => {
      const parsed = parseDrawNumber(text);
      if (parsed) expect(drawNumberFor(parsed.date, parsed.slot)).toBe(text);
    }),
  );
});

test.each([
  ['slot 0', 'SC151120260'],
  ['slot 6', 'SC151120266'],
  ['31 April', 'SC310420261'],
  ['29 February of a common year', 'SC290220271'],
  ['29 February 2100', 'SC290221001'],
  ['month 13', 'SC011320261'],
  ['another prefix', 'KR151120263'],
  ['small letters', 'sc151120263'],
  ['a digit too many', 'SC1511202631'],
  ['a line end', 'SC151120263\n'],
  ['a number that staff made up', 'SC12345'],
  ['nothing', ''],
])('%s is no regular draw number', (_why, text) => {
  expect(parseDrawNumber(text)).toBeNull();
});

test.each([
  ['SC12345', true],
  ['A-1', true],
  ['1-A', true],
  ['AB-', true],
  ['-AB', false],
  ['-1+1', false],
  ['---', false],
  ['AB', false],
  ['X'.repeat(20), true],
  ['X'.repeat(21), false],
  ['sc12345', false],
  ['=1+1', false],
  ['SC,1', false],
  ['"SC1"', false],
  ['SC 1', false],
  ['SC1\n', false],
])('staff may type %j: %p', (text, allowed) => {
  expect(isDrawNumber(text)).toBe(allowed);
});

test('every number that staff may type begins with a letter or a digit', () => {
  const nearlyAllowed = fc.stringMatching(/^[A-Z0-9-]{3,20}$/);
  fc.assert(
    fc.property(nearlyAllowed, (text) => {
      expect(isDrawNumber(text)).toBe(!text.startsWith('-'));
      expect(isStoredDrawNumber(text)).toBe(true);
    }),
  );
});
