import { describe, expect, test } from 'bun:test';
import { drawableText, linesOf, runsOf } from './text-runs.ts';

/** Every letter is one wide. */
const widthOf = (text: string): number => text.length;

describe('runs', () => {
  test('a suffix in Malayalam after Latin letters is a run of its own', () => {
    expect(runsOf('10:15 AM-ന് ഫലം')).toEqual([
      { script: 'latin', text: '10:15 AM-' },
      { script: 'malayalam', text: 'ന്' },
      { script: 'latin', text: ' ' },
      { script: 'malayalam', text: 'ഫലം' },
    ]);
  });

  test('joiners belong to the Malayalam word', () => {
    expect(runsOf('ശനിയാഴ്\u200Cച')).toEqual([{ script: 'malayalam', text: 'ശനിയാഴ്\u200Cച' }]);
  });
});

describe('drawable text', () => {
  test('what the fonts do not have becomes one question mark per letter', () => {
    expect(drawableText('Swarna “Chakra” – ₹5')).toBe('Swarna “Chakra” – ₹5');
    expect(drawableText('हिन्दी 👨‍👩‍👧 ok')).toMatch(/^\?+ \? ok$/);
  });

  test('line breaks and tabs are spaces; two-part accents are composed', () => {
    expect(drawableText(' a\n\n b\tcafe\u0301 ')).toBe('a b café');
  });
});

describe('lines', () => {
  test('break at spaces', () => {
    expect(linesOf('one two three four', 9, widthOf)).toEqual(['one two', 'three', 'four']);
    expect(linesOf('one two', 7, widthOf)).toEqual(['one two']);
    expect(linesOf('', 7, widthOf)).toEqual(['']);
  });

  test('a word that is longer than a line is broken, and no letter is lost', () => {
    const word = 'W'.repeat(25);
    const lines = linesOf(`a ${word} b`, 10, widthOf);
    expect(lines).toEqual(['a', 'W'.repeat(10), 'W'.repeat(10), 'WWWWW b']);
  });

  test('a syllable is never broken, even if it is wider than the line', () => {
    const parts = linesOf('കോകോകോ', 2, widthOf);
    expect(parts).toEqual(['കോ', 'കോ', 'കോ']);
    expect(linesOf('കോകോ', 1, widthOf)).toEqual(['കോ', 'കോ']);
  });
});
