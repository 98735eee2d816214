/** Search in draws and articles. */
import { type Digit, type Digits, digitsToText, isDigit } from './digits.ts';

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

/** Malayalam digits (൦ to ൯) become Latin ones. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[൦-൯]/g, (digit) => String(digit.charCodeAt(0) - 0x0d66));

/** What a search in draws compares with. The queries of the storage layer use it too. */
export interface DrawSearch {
  /** Part of the draw number. */
  inNumber: string;
  /** Any digit of the result. */
  digit: Digit | null;
  /** The last digits of the result; only in the search of the charts. */
  ending: string | null;
}

/** The search of the API: the draw number as text, or any single digit of the result. */
export function readDrawSearch(query: string): DrawSearch {
  const typed = toLatinDigits(query).trim().toUpperCase();
  return { inNumber: typed, digit: isDigit(typed) ? typed : null, ending: null };
}

/** The search of the charts: the same, and two to five digits also find the results that end in them. */
export function readChartSearch(query: string): DrawSearch {
  const search = readDrawSearch(query);
  return { ...search, ending: /^[0-9]{2,5}$/.test(search.inNumber) ? search.inNumber : null };
}

export const drawMatches = (
  { drawNo, digits }: { drawNo: string; digits: Digits },
  { inNumber, digit, ending }: DrawSearch,
): boolean =>
  drawNo.includes(inNumber) ||
  digits.some((each) => each === digit) ||
  (ending !== null && digitsToText(digits).endsWith(ending));

export const textMatches = (texts: readonly string[], query: string): boolean =>
  texts.some((text) => foldForSearch(text).includes(foldForSearch(query)));

export type EndingName = '5D' | '3D' | '2D' | '1D';

/** Four matching digits have no name. */
const ENDING_NAMES: Readonly<Record<number, EndingName>> = { 5: '5D', 3: '3D', 2: '2D', 1: '1D' };

export const endingName = (ending: string): EndingName | null => ENDING_NAMES[ending.length] ?? null;
