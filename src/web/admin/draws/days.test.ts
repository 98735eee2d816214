import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../../contract/draws.ts';
import { enteredText, groupByDay, slotsOf } from './days.ts';

const draw = (date: string, slot: string, provenance = 'generated') =>
  ({ date, slot, provenance }) as AdminDraw;

const DRAWS = [
  draw('2026-11-16', '10:00'),
  draw('2026-11-14', '19:00'),
  draw('2026-11-14', '10:00'),
  draw('2026-11-13', '10:00'),
];

test('groups draws by day, newest first, with the draws of a day by slot', () => {
  expect(groupByDay(DRAWS, '2026-11-20')).toEqual([
    { date: '2026-11-16', draws: [draw('2026-11-16', '10:00')] },
    { date: '2026-11-14', draws: [draw('2026-11-14', '10:00'), draw('2026-11-14', '19:00')] },
    { date: '2026-11-13', draws: [draw('2026-11-13', '10:00')] },
  ]);
});

test('today comes first', () => {
  const dates = groupByDay(DRAWS, '2026-11-14').map(({ date }) => date);
  expect(dates).toEqual(['2026-11-14', '2026-11-16', '2026-11-13']);
});

test('a day has five slots, including those without a draw', () => {
  const noon = draw('2026-11-14', '12:00');
  expect(slotsOf({ date: '2026-11-14', draws: [noon] })).toEqual([
    { slot: '10:00', draw: undefined },
    { slot: '12:00', draw: noon },
    { slot: '14:00', draw: undefined },
    { slot: '17:00', draw: undefined },
    { slot: '19:00', draw: undefined },
  ]);
});

test('counts the draws whose digits a person entered or changed', () => {
  const draws = ['generated', 'edited', 'entered', 'corrected'].map((provenance) =>
    draw('2026-11-14', '10:00', provenance),
  );
  expect(enteredText({ date: '2026-11-14', draws })).toBe('3 of 5 entered');
  expect(enteredText({ date: '2026-11-14', draws: [] })).toBe('0 of 5 entered');
});
