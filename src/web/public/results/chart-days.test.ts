import { expect, test } from 'bun:test';
import type { Draw } from '../../../contract/draws.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import type { Slot } from '../../../core/slots.ts';
import { EVERYTHING, TODAY_ONLY } from './chart-address.ts';
import { belongsOnPage, groupByDay } from './chart-days.ts';

function drawOf(date: string, slot: Slot, result = '12345'): Draw {
  const [digit1 = '', digit2 = '', digit3 = '', digit4 = '', digit5 = ''] = result;
  return {
    id: `${date}-${slot}`,
    date,
    slot,
    drawNo: drawNumberFor(date, slot),
    digit1,
    digit2,
    digit3,
    digit4,
    digit5,
    published: true,
    provenance: 'generated',
    publishedAt: `${date}T14:00:00.000Z`,
  };
}

const page = { filter: EVERYTHING, today: '2026-11-15', olderThan: null };

test('one row for each date, newest first, with a place for each slot', () => {
  const draws = [drawOf('2026-11-15', '12:00'), drawOf('2026-11-15', '10:00'), drawOf('2026-11-13', '19:00')];
  const [today, other] = groupByDay(draws);
  expect(today).toEqual({ date: '2026-11-15', draws: { '12:00': draws[0], '10:00': draws[1] } as never });
  expect(other?.date).toBe('2026-11-13');
  expect(groupByDay([])).toEqual([]);
});

test('a draw that comes in belongs where the server would show it', () => {
  const draw = drawOf('2026-11-15', '12:00', '90210');
  expect(belongsOnPage(draw, { ...page, filter: TODAY_ONLY })).toBe(true);
  expect(belongsOnPage(draw, { ...page, filter: TODAY_ONLY, today: '2026-11-16' })).toBe(false);
  expect(belongsOnPage(draw, page)).toBe(true);
  expect(belongsOnPage(draw, { ...page, filter: { ...EVERYTHING, month: '2026-11' } })).toBe(true);
  expect(belongsOnPage(draw, { ...page, filter: { ...EVERYTHING, month: '2026-10' } })).toBe(false);
  expect(belongsOnPage(draw, { ...page, filter: { ...EVERYTHING, q: '9' } })).toBe(true);
  expect(belongsOnPage(draw, { ...page, filter: { ...EVERYTHING, q: '7' } })).toBe(false);
  expect(belongsOnPage(draw, { ...page, filter: { ...EVERYTHING, q: 'sc1511' } })).toBe(true);
  expect(belongsOnPage(draw, { ...page, filter: { ...EVERYTHING, before: '2026-11-15' } })).toBe(false);
  expect(belongsOnPage(draw, { ...page, olderThan: '2026-11-15' })).toBe(true);
  expect(belongsOnPage(draw, { ...page, olderThan: '2026-11-16' })).toBe(false);
});
