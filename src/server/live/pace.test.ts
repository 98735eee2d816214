import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Pace } from './pace.ts';

const MOST = 10;
const WINDOW = 1_000;

test('a burst after silence may use the whole allowance at once, and then has to wait', () => {
  const pace = new Pace(MOST, WINDOW);
  for (let sent = 0; sent < MOST; sent += 1) {
    expect(pace.waitAt(5_000)).toBe(0);
    pace.record(5_000);
  }
  expect(pace.allowanceAt(5_999)).toBe(0);
  expect(pace.waitAt(5_001)).toBe(999);
  expect(pace.allowanceAt(6_000)).toBe(MOST);
});

test('what is kept free may be used only by those who do not keep it free themselves', () => {
  const pace = new Pace(MOST, WINDOW);
  for (let sent = 0; sent < 8; sent += 1) pace.record(5_000 + sent);
  expect(pace.waitAt(5_100)).toBe(0);
  expect(pace.waitAt(5_100, 1)).toBe(0);
  expect(pace.waitAt(5_100, 2)).toBe(900);
  pace.record(5_100);
  expect(pace.waitAt(5_100, 1)).toBe(900);
  expect(pace.waitAt(5_100, 2)).toBe(901);
});

test('no window ever holds more than the allowance, and nobody waits longer than needed', () => {
  const anyWishes = fc.array(fc.nat({ max: 300 }), { minLength: 30, maxLength: 80 });
  fc.assert(
    fc.property(anyWishes, (gaps) => {
      const pace = new Pace(MOST, WINDOW);
      const sent: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const wait = pace.waitAt(now);
        if (wait > 0) expect(pace.allowanceAt(now + wait - 1)).toBe(0);
        now += wait;
        expect(pace.allowanceAt(now)).toBeGreaterThan(0);
        pace.record(now);
        sent.push(now);
      }
      for (const [index, end] of sent.entries()) {
        const inWindow = sent.slice(0, index + 1).filter((at) => at > end - WINDOW);
        expect(inWindow.length).toBeLessThanOrEqual(MOST);
      }
    }),
  );
});
