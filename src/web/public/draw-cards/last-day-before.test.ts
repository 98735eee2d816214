import { expect, test } from 'bun:test';
import type { Draw } from '../../../contract/draws.ts';
import { lastDayBefore } from './last-day-before.ts';

const draw = (date: string, slot: string) => ({ date, slot }) as Draw;

test('the last day before today is shown in slot order, until today has a result', () => {
  const draws = [draw('2026-11-13', '19:00'), draw('2026-11-13', '10:00'), draw('2026-11-12', '12:00')];
  expect(lastDayBefore('2026-11-15', draws)).toEqual([draws[1], draws[0]] as Draw[]);
  expect(lastDayBefore('2026-11-13', draws)).toEqual([]);
  expect(lastDayBefore('2026-11-12', [])).toEqual([]);
});

test('a day that has not come on the clock of the page is not the last one', () => {
  const draws = [draw('2026-11-16', '10:00'), draw('2026-11-14', '10:00')];
  expect(lastDayBefore('2026-11-15', draws)).toEqual([draws[1]] as Draw[]);
});
