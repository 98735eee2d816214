/** Search in draws and articles. */
import type { Digits } from './digits.ts';
import { isStoredDrawNumber } from './draw-number.ts';

/** Older Malayalam texts write a chillu as consonant, virama and joiner; newer ones as one character. */
const CHILLU_LETTERS: Readonly<Record<string, string>> = {
  'ണ്\u200D': 'ൺ',
  'ന്\u200D': 'ൻ',
  'ര്\u200D': 'ർ',
  'ല്\u200D': 'ൽ',
  'ള്\u200D': 'ൾ',
  'ക്\u200D': 'ൿ',
};
const OLD_CHILLU = /[ണനരലളക]്\u200D/g;

/** Ignores case, old spellings, joiners and repeated white space. */
export const foldForSearch = (text: string): string =>
  text
    .replace(OLD_CHILLU, (spelling) => CHILLU_LETTERS[spelling] ?? spelling)
    .replace(/[\u200B-\u200D\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim()
    .normalize('NFC');

/** Matches the draw number as text, or any single digit of the result. */
export function drawMatches(draw: { drawNo: string; digits: Digits }, query: string): boolean {
  const wanted = query.trim().toUpperCase();
  return draw.drawNo.includes(wanted) || draw.digits.some((digit) => digit === wanted);
}

export const textMatches = (texts: readonly string[], query: string): boolean =>
  texts.some((text) => foldForSearch(text).includes(foldForSearch(query)));

export type NumberToCheck = { kind: 'drawNo'; drawNo: string } | { kind: 'ending'; ending: string };

/** One to five digits are the ending of a result; other valid input is a draw number. */
export function readNumberToCheck(text: string): NumberToCheck | null {
  const typed = text.replace(/\s+/g, '').toUpperCase();
  if (/^[0-9]{1,5}$/.test(typed)) return { kind: 'ending', ending: typed };
  return isStoredDrawNumber(typed) ? { kind: 'drawNo', drawNo: typed } : null;
}

export type EndingName = '5D' | '3D' | '2D' | '1D';

/** Four matching digits have no name. */
const ENDING_NAMES: Readonly<Record<number, EndingName>> = { 5: '5D', 3: '3D', 2: '2D', 1: '1D' };

export const endingName = (ending: string): EndingName | null => ENDING_NAMES[ending.length] ?? null;
