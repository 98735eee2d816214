import { expect, test } from 'bun:test';
import type { Draw } from '../../../contract/draws.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import type { Slot } from '../../../core/slots.ts';
import { chartDaysOf } from './chart-days.ts';

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

test('returns a row for each date, newest first, with the draws by slot', () => {
  const draws = [drawOf('2026-11-15', '12:00'), drawOf('2026-11-15', '10:00'), drawOf('2026-11-13', '19:00')];
  const [today, other] = chartDaysOf(draws);
  expect(today).toEqual({ date: '2026-11-15', draws: { '12:00': draws[0], '10:00': draws[1] } as never });
  expect(other?.date).toBe('2026-11-13');
  expect(chartDaysOf([])).toEqual([]);
});
