import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../../contract/draws.ts';
import { groupByDay, withToday } from './days.ts';

const draw = (date: string, slot: string) => ({ date, slot }) as AdminDraw;

const days = groupByDay([
  draw('2026-11-16', '10:00'),
  draw('2026-11-14', '19:00'),
  draw('2026-11-14', '10:00'),
]);

test('groups draws by day, newest first, with the draws of a day by slot', () => {
  expect(days).toEqual([
    { date: '2026-11-16', draws: [draw('2026-11-16', '10:00')] },
    { date: '2026-11-14', draws: [draw('2026-11-14', '10:00'), draw('2026-11-14', '19:00')] },
  ]);
});

test('includes today even without a draw', () => {
  expect(withToday(days, '2026-11-15').map(({ date }) => date)).toEqual([
    '2026-11-16',
    '2026-11-15',
    '2026-11-14',
  ]);
  expect(withToday(days, '2026-11-14')).toEqual(days);
});
