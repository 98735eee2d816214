import { describe, expect, test } from 'bun:test';
import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { anyDigits } from '../../tests/support/arbitraries.ts';
import {
  digitsFromText,
  digitsToText,
  isDigit,
  type RandomBytes,
  randomDigits,
  toLatinDigits,
} from './digits.ts';

describe('five digits as text', () => {
  test('are parsed as they were written', () => {
    fc.assert(
      fc.property(anyDigits, (digits) => expect(digitsFromText(digitsToText(digits))).toEqual(digits)),
    );
  });

  test.each(['', '1234', '123456', '1234x', ' 12345', '12345\n', '१२३४५'])(
    '%j is not five digits',
    (text) => {
      expect(digitsFromText(text)).toBeNull();
    },
  );

  test.each([
    ['0', true],
    ['9', true],
    ['', false],
    ['10', false],
    ['a', false],
    ['٣', false],
  ])('%j is a digit: %p', (text, is) => {
    expect(isDigit(text)).toBe(is);
  });
});

/** Returns the given bytes in order, then throws. */
function bytesFrom(bytes: ArrayLike<number>): RandomBytes {
  let taken = 0;
  return (count) => {
    if (taken >= bytes.length) throw new Error('no bytes left');
    const given = Uint8Array.from(Array.prototype.slice.call(bytes, taken, taken + count));
    taken += count;
    return given;
  };
}

describe('drawing digits from bytes', () => {
  test('bytes from 250 to 255 are skipped', () => {
    const bytes = [250, 255, 249, 251, 0, 252, 253, 254, 10, 128, 7, 1, 2, 3, 4];
    expect(digitsToText(randomDigits(bytesFrom(bytes)))).toBe('90087');
  });

  test('more bytes are read if all were skipped', () => {
    expect(digitsToText(randomDigits(bytesFrom([255, 254, 253, 252, 251, 1, 2, 3, 4, 5])))).toBe('12345');
  });

  test('the digits are the last decimal digits of the first five bytes below 250', () => {
    const enoughBytes = fc
      .array(fc.oneof(fc.nat({ max: 255 }), fc.integer({ min: 248, max: 255 })), {
        minLength: 5,
        maxLength: 60,
      })
      .filter((bytes) => bytes.filter((byte) => byte < 250).length >= 5);
    fc.assert(
      fc.property(enoughBytes, (bytes) => {
        const expected = bytes.filter((byte) => byte < 250).map((byte) => String(byte).slice(-1));
        expect(digitsToText(randomDigits(bytesFrom(bytes)))).toBe(expected.slice(0, 5).join(''));
      }),
    );
  });
});

describe('over a long seeded stream', () => {
  const RESULTS = 100_000;
  /** The 99.9 % quantile of the chi-square distribution with 9 degrees of freedom. */
  const CRITICAL_VALUE = 27.877;

  /** The key stream of AES in counter mode: uniform bytes, the same in every run. */
  function seededBytes(): RandomBytes {
    const cipher = createCipheriv('aes-128-ctr', 'a seed, 16 bytes', Buffer.alloc(16));
    return (count) => cipher.update(Buffer.alloc(count));
  }

  /** The chi-square statistic of the counts of ten digits. */
  function chiSquare(digits: readonly string[]): number {
    const counts = new Map<string, number>();
    for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    const expected = digits.length / 10;
    return [...'0123456789'].reduce(
      (sum, digit) => sum + ((counts.get(digit) ?? 0) - expected) ** 2 / expected,
      0,
    );
  }

  test('each digit is equally frequent, in total and at each of the five positions', () => {
    const randomBytes = seededBytes();
    const results = Array.from({ length: RESULTS }, () => randomDigits(randomBytes));
    expect(chiSquare(results.flat())).toBeLessThan(CRITICAL_VALUE);
    for (const place of [0, 1, 2, 3, 4] as const) {
      expect(chiSquare(results.map((digits) => digits[place]))).toBeLessThan(CRITICAL_VALUE);
    }
  });

  test('the same test fails for a generator that uses every byte', () => {
    const biased = Array.from(seededBytes()(5 * RESULTS), (byte) => String(byte % 10));
    expect(chiSquare(biased)).toBeGreaterThan(CRITICAL_VALUE);
  });
});

test('Malayalam digits become Latin ones, other characters stay', () => {
  expect(toLatinDigits('൦൧൨൩൪൫൬൭൮൯ SC-൫ മ')).toBe('0123456789 SC-5 മ');
});
