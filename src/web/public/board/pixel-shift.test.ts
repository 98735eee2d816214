import { expect, test } from 'bun:test';
import { shiftAt } from './pixel-shift.ts';

const START = 29_000_000;

test('moves by one step at a time and reaches every place, with the same share of time on both sides', () => {
  const places = new Set<string>();
  let sum = 0;
  for (let minute = START; minute < START + 64; minute++) {
    const [{ x, y }, next] = [shiftAt(minute), shiftAt(minute + 1)];
    places.add(`${x} ${y}`);
    sum += x + y;
    expect(Math.abs(next.x - x)).toBe(1);
    expect(Math.abs(next.y - y)).toBeLessThanOrEqual(1);
  }
  expect(places.size).toBe(25);
  expect(sum).toBe(0);
});
