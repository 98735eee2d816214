import { expect, test } from 'bun:test';
import { instantOf } from '../../../core/ist-time.ts';
import { slotsToday } from './today.ts';

const DATE = '2026-11-15';

test('returns the label, regular number, instants and phase of each slot', () => {
  const slots = slotsToday(instantOf(DATE, '12:05'), 15, []);
  expect(slots.map(({ slot, label, drawNo, phase }) => [slot, label, drawNo, phase])).toEqual([
    ['10:00', '10:00 AM', 'SC151120261', 'revealed'],
    ['12:00', '12:00 PM', 'SC151120262', 'live'],
    ['14:00', '02:00 PM', 'SC151120263', 'waiting'],
    ['17:00', '05:00 PM', 'SC151120264', 'waiting'],
    ['19:00', '07:00 PM', 'SC151120265', 'waiting'],
  ]);
  expect(slots[1]).toMatchObject({
    drawAt: '2026-11-15T06:30:00.000Z',
    revealAt: '2026-11-15T06:45:00.000Z',
    draw: null,
  });
});

test('with a delay of 0 a draw is revealed at once', () => {
  const [first] = slotsToday(instantOf(DATE, '10:00'), 0, []);
  expect(first).toMatchObject({ phase: 'revealed', revealAt: '2026-11-15T04:30:00.000Z' });
});

test('returns a draw in its slot, with the number that staff gave it', () => {
  const draw = { slot: '14:00' as const, drawNo: 'ONAM-1' };
  const slots = slotsToday(instantOf(DATE, '09:00'), 15, [draw]);
  expect(slots.map((entry) => entry.draw)).toEqual([null, null, draw, null, null]);
  expect(slots[2]?.drawNo).toBe('ONAM-1');
});
