import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anySlot, anyTimeOfDay } from '../../tests/support/arbitraries.ts';
import {
  INVALID_SLOT_TEXT,
  isSlot,
  SLOTS,
  slotFromPath,
  slotIndex,
  slotLabel,
  slotToPath,
  timeFromLabel,
  timeLabel,
} from './slots.ts';

test('lists the five slots with their labels and paths', () => {
  expect(SLOTS.map((slot) => [slotIndex(slot), slot, slotLabel(slot), slotToPath(slot)])).toEqual([
    [0, '10:00', '10:00 AM', '10-00'],
    [1, '12:00', '12:00 PM', '12-00'],
    [2, '14:00', '02:00 PM', '14-00'],
    [3, '17:00', '05:00 PM', '17-00'],
    [4, '19:00', '07:00 PM', '19-00'],
  ]);
});

test('has the exact error message', () => {
  expect(INVALID_SLOT_TEXT).toBe('Invalid time slot. Must be one of: 10:00, 12:00, 14:00, 17:00, 19:00.');
});

test('a path is parsed into its slot; no other time is a slot or has a path', () => {
  fc.assert(
    fc.property(fc.oneof(anySlot, anyTimeOfDay), (time) => {
      const slot = SLOTS.find((known) => known === time) ?? null;
      expect(isSlot(time)).toBe(slot !== null);
      expect(slotFromPath(time.replace(':', '-'))).toBe(slot);
      if (slot) expect(slotFromPath(slotToPath(slot))).toBe(slot);
    }),
  );
});

test.each(['12:00', '12-00-', '-12-00', '12-0', '12_00', '1200', ''])('rejects the path %j', (path) => {
  expect(slotFromPath(path)).toBeNull();
});

test.each([
  ['00:00', '12:00 AM'],
  ['00:59', '12:59 AM'],
  ['01:00', '01:00 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['12:59', '12:59 PM'],
  ['13:00', '01:00 PM'],
  ['23:59', '11:59 PM'],
])('%s is shown as %s', (time, label) => {
  expect(timeLabel(time)).toBe(label);
});

test('a label is parsed into its time', () => {
  fc.assert(fc.property(anyTimeOfDay, (time) => expect(timeFromLabel(timeLabel(time))).toBe(time)));
  expect(['2 PM', '2:05 pm', '12am', ' 12:00 PM '].map(timeFromLabel)).toEqual([
    '14:00',
    '14:05',
    '00:00',
    '12:00',
  ]);
  expect(['14:00', '13 PM', '0 AM', '2:60 PM', 'PM', ''].map(timeFromLabel)).toEqual(Array(6).fill(null));
});
