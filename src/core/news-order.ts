/** The order of news: what is in the reader's language first, then by time of publication, newest first. */
import { type ContentLanguage, type InLanguage, isInOtherLanguage } from './content-language.ts';
import { compareTexts } from './text-order.ts';

/** The position of an article in the list. */
export interface NewsPosition {
  isInOtherLanguage: boolean;
  publishAt: string;
  id: string;
}

export interface PlacedArticle extends InLanguage {
  publishAt: string;
  id: string;
}

export const newsPositionOf = (article: PlacedArticle, reader?: ContentLanguage): NewsPosition => ({
  isInOtherLanguage: isInOtherLanguage(article, reader),
  publishAt: article.publishAt,
  id: article.id,
});

export function compareNewsPositions(a: NewsPosition, b: NewsPosition): number {
  if (a.isInOtherLanguage !== b.isInOtherLanguage) return a.isInOtherLanguage ? 1 : -1;
  return compareTexts(b.publishAt, a.publishAt) || compareTexts(b.id, a.id);
}

export const compareNews =
  (reader?: ContentLanguage) =>
  (a: PlacedArticle, b: PlacedArticle): number =>
    compareNewsPositions(newsPositionOf(a, reader), newsPositionOf(b, reader));
