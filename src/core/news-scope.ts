/** Which part of all news a page has loaded, and whether a changed article belongs to it. */
import type { ContentLanguage } from './content-language.ts';
import { textOfHtml } from './html-text.ts';
import { compareNewsPositions, type NewsPosition, newsPositionOf, type PlacedArticle } from './news-order.ts';
import { textMatches } from './text-search.ts';

export interface NewsScope {
  /** This article is always included, whatever the other conditions are. */
  id?: string;
  /** The reader's language, by which the list is ordered. */
  language?: ContentLanguage;
  q?: string;
  /** Only articles after this position: the end of the previous page. */
  after?: NewsPosition | null;
  /** Only articles up to this position: the end of the page. */
  upTo?: NewsPosition | null;
}

export function includesArticle(
  { id, language, q, after, upTo }: NewsScope,
  article: PlacedArticle & { title: string; html: string },
): boolean {
  const position = newsPositionOf(article, language);
  return (
    article.id === id ||
    ((!q || textMatches([article.title, textOfHtml(article.html)], q)) &&
      (!after || compareNewsPositions(position, after) > 0) &&
      (!upTo || compareNewsPositions(position, upTo) <= 0))
  );
}
