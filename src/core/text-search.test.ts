import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldForSearch, textMatches } from './text-search.ts';

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
