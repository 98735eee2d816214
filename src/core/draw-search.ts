/** Search in draws. */
import { type Digit, type Digits, digitsToText, isDigit, toLatinDigits } from './digits.ts';

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
