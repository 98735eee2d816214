/** Texts that often cause errors, and random ones. */
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Random } from '../random.ts';

const HUGE = 70_000;

/** Includes numbers and words that a parser may convert. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  'e\u0301'.repeat(20),
  '👩‍👩‍👧‍👦',
  '൧൨൩൪൫',
  '١٢٣',
  '12345',
  'ⅷ',
  'İ',
  'ß',
  '\u2028',
  'a\r\nSet-Cookie: x=1',
  "'; drop table draws; --",
  '" or ""="',
  '%',
  '_',
  '\\',
  '%00',
  '%zz',
  '../../etc/passwd',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  '-1',
  '-0',
  '0',
  '1e999',
  '1e-7',
  '9007199254740993',
  '-9223372036854775809',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-30',
  '2025-02-29',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '2026-13-01',
  '2026-11-15T00:00:00Z',
  '24:00',
  '10:00:00',
  '10:60',
  'x'.repeat(1_000),
  'x'.repeat(HUGE),
  '\u0d05'.repeat(5_001),
] as const;

/** As the unit `binary`, which first makes a map of the million code points. */
const codePoint = fc
  .integer({ min: 0, max: 0x10_f7_ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }),
);

/** Generates one value from `random`. */
export const generate = <T>(arbitrary: fc.Arbitrary<T>, random: Random): T =>
  arbitrary.generate(new fc.Random(xoroshiro128plus(random.integer(0, 0x7f_ff_ff_ff))), undefined).value;

export const oddText = (random: Random): string =>
  random.chance(0.7) ? random.pick(ODD_TEXTS) : generate(anyText, random);
