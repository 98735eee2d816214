import { describe, expect, test } from 'bun:test';
import { HOUR, instantOf, MINUTE } from './ist-time.ts';
import { isPushed, pauseAfterAttempts } from './push-rules.ts';

const draw = { date: '2026-03-14', slot: '14:00' } as const;
const drawnAt = instantOf('2026-03-14', '14:00');

describe('a result is pushed', () => {
  test.each([
    ['on time', 'draw.published', 15 * MINUTE, true],
    ['late', 'draw.published', 12 * HOUR - 1, true],
    ['not when it is entered afterwards', 'draw.published', 12 * HOUR, false],
    ['not when it is corrected', 'draw.corrected', 15 * MINUTE, false],
    ['not when it is withdrawn', 'draw.withdrawn', 15 * MINUTE, false],
  ] as const)('%s', (_, type, after, expected) => {
    expect(isPushed({ type, at: drawnAt + after, draw })).toBe(expected);
  });
});

test('failed pushes are repeated four times', () => {
  expect([1, 2, 3, 4, 5].map(pauseAfterAttempts)).toEqual([
    MINUTE,
    3 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    null,
  ]);
});
