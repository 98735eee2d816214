import { expect, test } from 'bun:test';
import type { Draw } from '../../../contract/draws.ts';
import { instantOf } from '../../../core/ist-time.ts';
import type { Slot } from '../../../core/slots.ts';
import { isNew, liveSlot, newestOf } from './newest.ts';

const TODAY = '2026-11-15';

const resultOf = (date: string, slot: Slot): Draw => ({
  id: `${date}_${slot}`,
  date,
  slot,
  drawNo: 'SC1',
  digit1: '4',
  digit2: '8',
  digit3: '1',
  digit4: '5',
  digit5: '2',
  published: true,
  provenance: 'entered',
  publishedAt: '2026-11-15T04:45:00.000Z',
});

test('the newest result is that of the latest draw, whatever the order of the list', () => {
  const draws = [resultOf(TODAY, '10:00'), resultOf(TODAY, '12:00'), resultOf('2026-11-14', '19:00')];
  expect(newestOf(draws)).toBe(draws[1] as Draw);
  expect(newestOf([])).toBeNull();
});

test('a result is new for some minutes, and no longer than its day', () => {
  const late = { ...resultOf(TODAY, '19:00'), publishedAt: '2026-11-15T18:28:00.000Z' };
  expect(isNew(late, instantOf(TODAY, '23:59'))).toBe(true);
  expect(isNew(late, instantOf('2026-11-16', '00:00'))).toBe(false);
  expect(isNew(resultOf(TODAY, '10:00'), instantOf(TODAY, '10:21'))).toBe(false);
});

test('a draw is live from its time until its result, or until the result is overdue', () => {
  const at = (time: string, ...draws: Draw[]) => liveSlot(instantOf(TODAY, time), 15, draws);
  expect(at('09:59')).toBeNull();
  expect(at('10:00')).toBe('10:00');
  expect(at('10:20')).toBe('10:00');
  expect(at('10:21')).toBeNull();
  expect(at('10:05', resultOf(TODAY, '10:00'))).toBeNull();
  expect(at('10:05', resultOf('2026-11-14', '10:00'))).toBe('10:00');
});

test('of two draws that are live, the later one is shown', () => {
  expect(liveSlot(instantOf(TODAY, '12:05'), 180, [])).toBe('12:00');
});
