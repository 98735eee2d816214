import { expect, test } from 'bun:test';
import { DAY, HOUR } from '../../../core/ist-time.ts';
import { mostVisitors, PLOT, visitorsPath } from './visitors-path.ts';

const now = 100 * DAY;

test('draws counts from left to right, scaled to the maximum', () => {
  const path = visitorsPath(
    [
      { at: now - DAY / 2, visitors: 5 },
      { at: now, visitors: 10 },
    ],
    now,
  );
  expect(path).toBe(`M144.0 ${PLOT.height}V32.0M288.0 ${PLOT.height}V1.0`);
});

test('a count of 0 is a dot, and missing counts are a gap', () => {
  expect(visitorsPath([{ at: now - HOUR, visitors: 0 }], now)).toBe(`M276.0 ${PLOT.height}V63.0`);
  expect(visitorsPath([], now)).toBe('');
});

test('counts older than a day are not drawn', () => {
  expect(visitorsPath([{ at: now - DAY, visitors: 3 }], now)).toBe('');
});

test('the maximum of no counts is 0', () => {
  expect(mostVisitors([])).toBe(0);
});
