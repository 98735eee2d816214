import { describe, expect, test } from 'bun:test';
import { sumChances } from '../../../core/statistics/equal-chances.ts';
import { layOutSums } from './sum-chart.ts';

const sumsWith = (figures: Record<number, number>) =>
  Array.from({ length: 46 }, (_, sum) => figures[sum] ?? 0);

describe('the drawing of the sums', () => {
  test('has bars as high as their figures, from the base upwards', () => {
    const { bars, base } = layOutSums(sumsWith({ 20: 40, 30: 10 }), 50);
    const [high, low, none] = [bars[20], bars[30], bars[0]];
    expect(high?.height).toBeCloseTo(4 * (low?.height ?? 0), 1);
    expect([(high?.y ?? 0) + (high?.height ?? 0), none?.height]).toEqual([base, 0]);
  });

  test('has its line through the tops of bars that are as chance has them', () => {
    const draws = 100_000;
    const { bars, line, averages, barWidth } = layOutSums(
      sumChances().map((chance) => Math.round(chance * draws)),
      draws,
    );
    const [startX = 0, startY = 0] = line.slice(1, line.indexOf('C')).split(',').map(Number);
    const first = bars[0];
    expect(startX).toBeCloseTo((first?.x ?? 0) + barWidth / 2, 1);
    expect(startY).toBeCloseTo(first?.y ?? 0, 1);
    expect(averages[22]).toBe(6_000);
  });

  test('stays inside with one result, and labels every fifth sum', () => {
    const { bars, height, width, barWidth, sumTicks, heightTicks } = layOutSums(sumsWith({ 45: 1 }), 1);
    expect(bars).toHaveLength(46);
    for (const { x, y } of bars) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(height);
      expect(x + barWidth).toBeLessThanOrEqual(width);
    }
    expect(sumTicks.map(({ sum }) => sum)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
    expect(heightTicks.map(({ results }) => results)).toEqual([1]);
  });
});
