import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anySlot } from '../../tests/support/arbitraries.ts';
import { drawNumberFor, isDrawNumber, isStoredDrawNumber } from './draw-number.ts';

test.each([
  ['2026-11-15', '14:00', 'SC151120263'],
  ['2028-02-29', '10:00', 'SC290220281'],
  ['2026-12-31', '19:00', 'SC311220265'],
  ['2027-01-01', '10:00', 'SC010120271'],
] as const)('the draw of %s at %s is %s', (date, slot, drawNo) => {
  expect(drawNumberFor(date, slot)).toBe(drawNo);
});

test('every date and slot has a unique valid draw number', () => {
  fc.assert(
    fc.property(anyDate, anySlot, anyDate, anySlot, (date, slot, otherDate, otherSlot) => {
      const drawNo = drawNumberFor(date, slot);
      expect(isDrawNumber(drawNo)).toBe(true);
      expect(drawNumberFor(otherDate, otherSlot) === drawNo).toBe(date === otherDate && slot === otherSlot);
    }),
  );
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
])('%j is a valid draw number: %p', (text, allowed) => {
  expect(isDrawNumber(text)).toBe(allowed);
});

test('every valid draw number begins with a letter or a digit', () => {
  const nearlyAllowed = fc.stringMatching(/^[A-Z0-9-]{3,20}$/);
  fc.assert(
    fc.property(nearlyAllowed, (text) => {
      expect(isDrawNumber(text)).toBe(!text.startsWith('-'));
      expect(isStoredDrawNumber(text)).toBe(true);
    }),
  );
});
