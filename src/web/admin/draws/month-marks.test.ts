import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../../contract/draws.ts';
import { daysOfMonth, markDays, marksText, neighbourMonth } from './month-marks.ts';

const draw = (date: string, slot: string, more: Partial<AdminDraw> = {}) =>
  ({ date, slot, published: false, onHold: false, provenance: 'generated', ...more }) as AdminDraw;

test('a month has its days, also in leap years', () => {
  expect(daysOfMonth('2026-11')).toHaveLength(30);
  expect(daysOfMonth('2028-02').at(-1)).toBe('2028-02-29');
  expect(daysOfMonth('2026-12').at(0)).toBe('2026-12-01');
});

test('the months before and after, across a year', () => {
  expect(neighbourMonth('2026-12', 1)).toBe('2027-01');
  expect(neighbourMonth('2027-01', -1)).toBe('2026-12');
  expect(neighbourMonth('2027-02', 1)).toBe('2027-03');
  expect(neighbourMonth('2027-03', -1)).toBe('2027-02');
});

test('each draw of a day has a mark', () => {
  const day = '2026-11-15';
  const draws = [
    draw(day, '10:00', { published: true }),
    draw(day, '12:00', { provenance: 'edited' }),
    draw(day, '14:00'),
    draw(day, '17:00', { onHold: true }),
    draw('2026-11-16', '19:00'),
  ];
  const days = markDays('2026-11', draws, day);
  expect(days[14]).toEqual({ date: day, marks: ['published', 'entered', 'random', 'held', 'missing'] });
  expect(days[13]?.marks).toEqual(['missing', 'missing', 'missing', 'missing', 'missing']);
  expect(days[15]?.marks).toEqual(['none', 'none', 'none', 'none', 'random']);
});

test('the marks in words', () => {
  expect(marksText(['published', 'published', 'random', 'held', 'missing'])).toBe(
    '2 published, 1 random draft, 1 on hold, 1 missing',
  );
  expect(marksText(['none', 'none', 'none', 'none', 'none'])).toBe('no draws');
});
