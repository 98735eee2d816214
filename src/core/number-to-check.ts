/** What a visitor typed into "Check a number": a draw number, the last digits of a result, or a date. */
import { toLatinDigits } from './digits.ts';
import { isStoredDrawNumber } from './draw-number.ts';
import type { IstDate } from './ist-time.ts';
import { readTypedDate } from './typed-date.ts';

/** How many results "Check a number" shows; older ones are in the charts. */
export const MAX_FOUND = 12;

export type NumberToCheck =
  | { kind: 'drawNo'; drawNo: string }
  | { kind: 'ending'; ending: string }
  | { kind: 'date'; date: IstDate };

/** One to five digits are the ending of a result. What can be read as a date is one; other valid input is a draw number. */
export function readNumberToCheck(text: string, today: IstDate): NumberToCheck | null {
  const typed = toLatinDigits(text).replace(/\s+/g, '').toUpperCase();
  if (/^[0-9]{1,5}$/.test(typed)) return { kind: 'ending', ending: typed };
  const date = readTypedDate(text, today);
  if (date) return { kind: 'date', date };
  return isStoredDrawNumber(typed) ? { kind: 'drawNo', drawNo: typed } : null;
}
