import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { RateLimiter } from './rate-limiter.ts';

const MOST = 10;
const WINDOW = 1_000;

test('allows a full burst after silence, and then requires a wait', () => {
  const limiter = new RateLimiter(MOST, WINDOW);
  for (let sent = 0; sent < MOST; sent += 1) {
    expect(limiter.waitAt(5_000)).toBe(0);
    limiter.record(5_000);
  }
  expect(limiter.allowanceAt(5_999)).toBe(0);
  expect(limiter.waitAt(5_001)).toBe(999);
  expect(limiter.allowanceAt(6_000)).toBe(MOST);
});

test('a reserve is available only to callers that do not reserve it', () => {
  const limiter = new RateLimiter(MOST, WINDOW);
  for (let sent = 0; sent < 8; sent += 1) limiter.record(5_000 + sent);
  expect(limiter.waitAt(5_100)).toBe(0);
  expect(limiter.waitAt(5_100, 1)).toBe(0);
  expect(limiter.waitAt(5_100, 2)).toBe(900);
  limiter.record(5_100);
  expect(limiter.waitAt(5_100, 1)).toBe(900);
  expect(limiter.waitAt(5_100, 2)).toBe(901);
});

test('never exceeds the limit in any window, and returns the shortest possible wait', () => {
  const anyGaps = fc.array(fc.nat({ max: 300 }), { minLength: 30, maxLength: 80 });
  fc.assert(
    fc.property(anyGaps, (gaps) => {
      const limiter = new RateLimiter(MOST, WINDOW);
      const sent: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const wait = limiter.waitAt(now);
        if (wait > 0) expect(limiter.allowanceAt(now + wait - 1)).toBe(0);
        now += wait;
        expect(limiter.allowanceAt(now)).toBeGreaterThan(0);
        limiter.record(now);
        sent.push(now);
      }
      for (const [index, end] of sent.entries()) {
        const inWindow = sent.slice(0, index + 1).filter((at) => at > end - WINDOW);
        expect(inWindow.length).toBeLessThanOrEqual(MOST);
      }
    }),
  );
});
