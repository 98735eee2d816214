import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDigits, anyDrawNumber } from '../../tests/support/arbitraries.ts';
import { digitsToText } from './digits.ts';
import { drawMatches, readChartSearch, readDrawSearch } from './draw-search.ts';

const DRAW = { drawNo: 'SC151120263', digits: ['4', '8', '8', '0', '7'] } as const;

describe('searching draws', () => {
  test.each([
    ['the whole draw number', 'SC151120263', true],
    ['a part of it', '1120', true],
    ['in small letters, with spaces around', ' sc15 ', true],
    ['another draw number', 'SC151120264', false],
    ['a digit of the result', '7', true],
    ['a digit of neither', '9', false],
    ['two digits of the result in a row, which is no single digit', '88', false],
    ['the whole result', '48807', false],
    ['nothing', '', true],
    ['a digit of the result in Malayalam', '൭', true],
    ['a part of the draw number in Malayalam digits', '൧൧൨൦', true],
  ])('%s', (_what, query, matches) => {
    expect(drawMatches(DRAW, readDrawSearch(query))).toBe(matches);
  });

  test.each([
    ['the whole result', '48807', true],
    ['its last three digits', '807', true],
    ['its last two digits in Malayalam', ' ൦൭ ', true],
    ['its first digits', '488', false],
    ['a digit of the result', '4', true],
    ['a part of the draw number', '1120', true],
    ['six digits that end like the result', '148807', false],
    ['nothing', '', true],
  ])('the charts: %s', (_what, query, matches) => {
    expect(drawMatches(DRAW, readChartSearch(query))).toBe(matches);
  });

  test('the charts find everything that the API finds, and endings', () => {
    fc.assert(
      fc.property(anyDrawNumber, anyDigits, fc.stringMatching(/^[0-9]{1,6}$/), (drawNo, digits, query) => {
        const isEnding = query.length > 1 && query.length < 6 && digitsToText(digits).endsWith(query);
        const draw = { drawNo, digits };
        expect(drawMatches(draw, readChartSearch(query))).toBe(
          drawMatches(draw, readDrawSearch(query)) || isEnding,
        );
      }),
    );
  });

  test('matches only part of the draw number or a single digit', () => {
    const anyQuery = fc.oneof(fc.stringMatching(/^[0-9]{1,3}$/), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(anyDrawNumber, anyDigits, anyQuery, (drawNo, digits, query) => {
        const typed = query.trim().toUpperCase();
        const isOneOfTheDigits = typed.length === 1 && digitsToText(digits).includes(typed);
        expect(drawMatches({ drawNo, digits }, readDrawSearch(query))).toBe(
          drawNo.includes(typed) || isOneOfTheDigits,
        );
      }),
    );
  });

  test('finds a draw by every part of its number', () => {
    fc.assert(
      fc.property(anyDrawNumber, anyDigits, fc.nat(), fc.nat(), (drawNo, digits, from, length) => {
        const part = drawNo.slice(from % drawNo.length).slice(0, 1 + length);
        expect(drawMatches({ drawNo, digits }, readDrawSearch(part.toLowerCase()))).toBe(true);
      }),
    );
  });
});
