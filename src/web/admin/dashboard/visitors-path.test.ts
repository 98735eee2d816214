import { expect, test } from 'bun:test';
import { DAY, HOUR } from '../../../core/ist-time.ts';
import { mostVisitors, PLOT, visitorsPath } from './visitors-path.ts';

const now = 100 * DAY;

test('the oldest count stands at the left, the newest at the right, the largest reaches the top', () => {
  const path = visitorsPath(
    [
      { at: now - DAY / 2, visitors: 5 },
      { at: now, visitors: 10 },
    ],
    now,
  );
  expect(path).toBe(`M144.0 ${PLOT.height}V32.0M288.0 ${PLOT.height}V1.0`);
});

test('a count of none is a dot, and hours without a count are a gap', () => {
  expect(visitorsPath([{ at: now - HOUR, visitors: 0 }], now)).toBe(`M276.0 ${PLOT.height}V63.0`);
  expect(visitorsPath([], now)).toBe('');
});

test('what is older than a day is not part of it', () => {
  expect(visitorsPath([{ at: now - DAY, visitors: 3 }], now)).toBe('');
});

test('the most of nothing is none', () => {
  expect(mostVisitors([])).toBe(0);
});
