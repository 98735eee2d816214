/** Which part of all draws or all news a page has loaded: a live change enters that part only where it belongs. */
import type { Digits } from './digits.ts';
import { type IstDate, type IstMonth, monthOf } from './ist-time.ts';
import { compareNews } from './live.ts';
import { drawMatches, textMatches } from './search.ts';
import type { Slot } from './slots.ts';

/** The draws that meet every condition given here. */
export interface DrawScope {
  date?: IstDate | null;
  month?: IstMonth | null;
  slot?: Slot | null;
  /** Only this date and later ones: where the page ends. */
  from?: IstDate | null;
  /** Only dates before this one: where the page above ends. */
  before?: IstDate | null;
  q?: string;
  /** This draw is always included, whatever else is asked for. */
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

const meetsConditions = ({ date, month, slot, from, before, q }: DrawScope, draw: ScopedDraw): boolean =>
  (!date || draw.date === date) &&
  (!month || monthOf(draw.date) === month) &&
  (!slot || draw.slot === slot) &&
  (!from || draw.date >= from) &&
  (!before || draw.date < before) &&
  (!q || drawMatches(draw, q));

/** The place of an article in the list of all: newest first, and of two from the same instant by their ids. */
export interface NewsPlace {
  createdAt: string;
  id: string;
}

export interface NewsScope {
  /** Only this article. */
  id?: string;
  q?: string;
  /** Only what comes after this place: where the page above ends. */
  after?: NewsPlace | null;
  /** Only what comes no later than this place: where the page ends. */
  upTo?: NewsPlace | null;
}

export const includesArticle = (
  { id, q, after, upTo }: NewsScope,
  article: NewsPlace & { title: string; body: string },
): boolean =>
  (id === undefined || article.id === id) &&
  (!q || textMatches([article.title, article.body], q)) &&
  (!after || compareNews(article, after) > 0) &&
  (!upTo || compareNews(article, upTo) <= 0);
