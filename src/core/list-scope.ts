/** Which part of all draws or news a page has loaded, and whether a changed row belongs to it. */
import type { ContentLanguage } from './content-language.ts';
import { type Digits, digitsToText } from './digits.ts';
import { textOfHtml } from './html-text.ts';
import { type IstDate, type IstMonth, monthOf } from './ist-time.ts';
import { compareNewsPlaces, type NewsPlace, newsPlaceOf, type PlacedArticle } from './news-order.ts';
import { drawMatches, readChartSearch, textMatches } from './search.ts';
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

export interface NewsScope {
  /** This article is always included, whatever the other conditions are. */
  id?: string;
  /** The reader's language, by which the list is ordered. */
  language?: ContentLanguage;
  q?: string;
  /** Only articles after this position: the end of the previous page. */
  after?: NewsPlace | null;
  /** Only articles up to this position: the end of the page. */
  upTo?: NewsPlace | null;
}

export function includesArticle(
  { id, language, q, after, upTo }: NewsScope,
  article: PlacedArticle & { title: string; html: string },
): boolean {
  const place = newsPlaceOf(article, language);
  return (
    article.id === id ||
    ((!q || textMatches([article.title, textOfHtml(article.html)], q)) &&
      (!after || compareNewsPlaces(place, after) > 0) &&
      (!upTo || compareNewsPlaces(place, upTo) <= 0))
  );
}
