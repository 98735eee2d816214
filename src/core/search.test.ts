import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDigits, anyDrawNumber } from '../../tests/support/arbitraries.ts';
import { digitsToText } from './digits.ts';
import {
  drawMatches,
  type EndingName,
  endingName,
  foldForSearch,
  readChartSearch,
  readDrawSearch,
  textMatches,
  toLatinDigits,
} from './search.ts';

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

  test('Malayalam digits become Latin ones, other characters stay', () => {
    expect(toLatinDigits('൦൧൨൩൪൫൬൭൮൯ SC-൫ മ')).toBe('0123456789 SC-5 മ');
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

describe('searching articles', () => {
  const VIRAMA_AND_JOINER = '്\u200D';
  const CHILLUS = [
    ['ൺ', `ണ${VIRAMA_AND_JOINER}`],
    ['ൻ', `ന${VIRAMA_AND_JOINER}`],
    ['ർ', `ര${VIRAMA_AND_JOINER}`],
    ['ൽ', `ല${VIRAMA_AND_JOINER}`],
    ['ൾ', `ള${VIRAMA_AND_JOINER}`],
    ['ൿ', `ക${VIRAMA_AND_JOINER}`],
  ] as const;

  test.each(CHILLUS)('%s is found by its old spelling, and vice versa', (letter, oldSpelling) => {
    const [written, writtenOfOld] = [`വാ${letter}ത്ത`, `വാ${oldSpelling}ത്ത`];
    expect(textMatches([written], writtenOfOld)).toBe(true);
    expect(textMatches([writtenOfOld], written)).toBe(true);
    expect(textMatches([written], 'വാത്ത')).toBe(false);
  });

  test('different chillus stay different', () => {
    expect(new Set(CHILLUS.flat().map(foldForSearch)).size).toBe(CHILLUS.length);
  });

  test('a text is normalised to the same form from both spellings', () => {
    const letters = fc.constantFrom(...CHILLUS.map(([letter]) => letter), 'ന', 'ല', '്', 'ാ', ' ', 'a', 'B');
    fc.assert(
      fc.property(fc.array(letters), (text) => {
        const oldSpelling = text.map(
          (letter) => CHILLUS.find(([chillu]) => chillu === letter)?.[1] ?? letter,
        );
        expect(foldForSearch(oldSpelling.join(''))).toBe(foldForSearch(text.join('')));
      }),
    );
  });

  test.each([
    ['case', 'Results Desk', 'rESULTS'],
    ['runs of white space', 'five\n  draws', ' five draws '],
    ['joiners', 'ക്\u200Cഷ', 'ക്ഷ'],
    ['a vowel sign in two parts', 'കൊ', 'ക\u0D46\u0D3E'],
    ['an accent of its own', 'Café', 'cafe\u0301'],
    ['an accent behind a joiner', 'Café', 'cafe\u200C\u0301'],
  ])('%s makes no difference', (_what, text, query) => {
    expect(textMatches([text], query)).toBe(true);
  });

  test('a single text must contain the whole query', () => {
    expect(textMatches(['New timings', 'From Monday on'], 'monday')).toBe(true);
    expect(textMatches(['New timings', 'From Monday on'], 'timings from')).toBe(false);
    expect(textMatches(['New timings', 'From Monday on'], '')).toBe(true);
  });

  test('normalising twice changes nothing', () => {
    const troublesome = fc.constantFrom(
      'ന',
      '്',
      '\u200D',
      '\u200B',
      'e',
      'É',
      '\u0301',
      'Σ',
      'İ',
      ' ',
      '\u2000',
    );
    fc.assert(
      fc.property(fc.string({ unit: troublesome }), (text) => {
        const folded = foldForSearch(text);
        expect(foldForSearch(folded)).toBe(folded);
      }),
    );
  });
});

describe('names of endings', () => {
  test.each<[string, EndingName | null]>([
    ['7', '1D'],
    ['07', '2D'],
    ['807', '3D'],
    ['8807', null],
    ['48807', '5D'],
    ['', null],
  ])('the ending %j has the name %p', (ending, name) => {
    expect(endingName(ending)).toBe(name);
  });
});
