import { describe, expect, test } from 'bun:test';
import { chiSquareTail } from './chi-square.ts';

/** The tail for an odd number of degrees, from the density by Simpson's rule: slow, but of another kind. */
function integratedTail(value: number, degrees: number): number {
  const logGammaOfHalf = Array.from({ length: (degrees - 1) / 2 }, (_, index) =>
    Math.log(index + 0.5),
  ).reduce((sum, part) => sum + part, Math.log(Math.PI) / 2);
  const density = (x: number) =>
    x === 0
      ? 0
      : Math.exp((degrees / 2 - 1) * Math.log(x) - x / 2 - (degrees / 2) * Math.LN2 - logGammaOfHalf);
  const [steps, end] = [20_000, value + 1_500];
  const width = (end - value) / steps;
  let sum = density(value) + density(end);
  for (let step = 1; step < steps; step += 1) sum += density(value + step * width) * (step % 2 === 1 ? 4 : 2);
  return (sum * width) / 3;
}

describe('the tail of chi-square with 45 degrees', () => {
  // From printed tables of critical values.
  test.each([
    [24.311, 0.995],
    [25.901, 0.99],
    [28.366, 0.975],
    [30.612, 0.95],
    [33.35, 0.9],
    [57.505, 0.1],
    [61.656, 0.05],
    [65.41, 0.025],
    [69.957, 0.01],
    [73.166, 0.005],
    [80.077, 0.001],
  ])('at %p is %p', (value, p) => {
    expect(chiSquareTail(value, 45)).toBeCloseTo(p, 4);
  });

  test('is the integral of the density, from the start to far in the tail', () => {
    for (let value = 0; value <= 400; value += 2.5)
      expect(Math.abs(chiSquareTail(value, 45) - integratedTail(value, 45))).toBeLessThan(1e-9);
  });

  test('is 1 at 0, and never leaves its range', () => {
    expect(chiSquareTail(0, 45)).toBe(1);
    for (const value of [0.001, 5, 200, 1_000, 50_000, 1e9, 1e15]) {
      const p = chiSquareTail(value, 45);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
    }
    expect(chiSquareTail(50_000, 45)).toBe(0);
    expect(chiSquareTail(1e15, 45)).toBe(0);
  });
});
