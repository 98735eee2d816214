/** Which part of all draws a page has loaded, and whether a changed draw belongs to it. */
import { type Digits, digitsToText } from './digits.ts';
import { drawMatches, readChartSearch } from './draw-search.ts';
import { type IstDate, type IstMonth, monthOf } from './ist-time.ts';
import type { Slot } from './slots.ts';

/** The draws that meet all of these conditions. */
export interface DrawScope {
  date?: IstDate | null;
  month?: IstMonth | null;
  slot?: Slot | null;
  /** Only this date and later ones: the end of the page. */
  from?: IstDate | null;
  /** Only dates before this one: the end of the previous page. */
  before?: IstDate | null;
  /** A search in the charts. */
  q?: string;
  /** Only results that end in these digits. */
  endsWith?: string | null;
  /** This draw is always included, whatever the other conditions are. */
  drawNo?: string;
}

export interface ScopedDraw {
  date: IstDate;
  slot: Slot;
  drawNo: string;
  digits: Digits;
}

export const includesDraw = (scope: DrawScope, draw: ScopedDraw): boolean =>
  draw.drawNo === scope.drawNo || meetsConditions(scope, draw);

const meetsConditions = (
  { date, month, slot, from, before, q, endsWith }: DrawScope,
  draw: ScopedDraw,
): boolean =>
  (!date || draw.date === date) &&
  (!month || monthOf(draw.date) === month) &&
  (!slot || draw.slot === slot) &&
  (!from || draw.date >= from) &&
  (!before || draw.date < before) &&
  (!q || drawMatches(draw, readChartSearch(q))) &&
  (!endsWith || digitsToText(draw.digits).endsWith(endsWith));
