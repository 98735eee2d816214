/** Published articles in the order of news, in pages. Only `public-reads.ts` may use this. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { z } from 'zod';
import type { NewsArticle } from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import { idSchema } from '../../../contract/values.ts';
import type { ContentLanguage } from '../../../core/content-language.ts';
import type { NewsPosition } from '../../../core/news-order.ts';
import { decodeCursor, type PageRequest, toPage } from '../queries/keyset.ts';
import { matchesSearch } from '../queries/text-search.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Schema } from '../schema.ts';
import { type PublishedArticleRow, toNewsArticle } from './news-store.ts';

export interface NewsSearch extends PageRequest {
  q?: string | undefined;
  /** With a reader's language, articles in the other one follow after all others. */
  language?: ContentLanguage | undefined;
}

export const publishedNews = (db: Reader) =>
  db
    .selectFrom('news_posts')
    .selectAll()
    .where('status', '=', 'published')
    .$narrowType<{ status: 'published'; publish_at: number }>();

const keySchema = z.tuple([z.literal([0, 1]), z.int(), idSchema]);

interface Position {
  isInOtherLanguage: boolean;
  publishAt: number;
  id: string;
}

function positionOf(cursor: string): Position {
  const [other, publishAt, id] = decodeCursor(cursor, keySchema);
  return { isInOtherLanguage: other === 1, publishAt, id };
}

/** The position of a cursor, in the values of the API. */
export function newsPlaceOfCursor(cursor: string): NewsPosition {
  const { publishAt, ...position } = positionOf(cursor);
  return { ...position, publishAt: isoOf(publishAt) };
}

type Conditions = ExpressionBuilder<Schema, 'news_posts'>;

function isOfPart(eb: Conditions, language: ContentLanguage | undefined, isOther: boolean) {
  if (language === undefined) return eb.and([]);
  return isOther
    ? eb('language', '!=', language)
    : eb.or([eb('language', 'is', null), eb('language', '=', language)]);
}

const isAfter = (eb: Conditions, position: Position | null): Expression<SqlBool> =>
  position ? eb(eb.refTuple('publish_at', 'id'), '<', eb.tuple(position.publishAt, position.id)) : eb.and([]);

/** One query for each part of the list, so that both use the index. */
export async function listPublishedNews(
  db: Reader,
  { q, limit, cursor, language }: NewsSearch,
): Promise<Page<NewsArticle>> {
  const after = cursor === undefined ? null : positionOf(cursor);
  const found: { row: PublishedArticleRow; isOther: boolean }[] = [];
  for (const isOther of language === undefined ? [false] : [false, true]) {
    if (after && isOther < after.isInOtherLanguage) continue;
    const rows = await publishedNews(db)
      .where((eb) => eb.and([matchesSearch(eb, q), isOfPart(eb, language, isOther)]))
      .where((eb) => isAfter(eb, after?.isInOtherLanguage === isOther ? after : null))
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1 - found.length)
      .execute();
    found.push(...rows.map((row) => ({ row, isOther })));
    if (found.length > limit) break;
  }
  return toPage(
    found,
    limit,
    ({ row }) => toNewsArticle(row),
    ({ row, isOther }) => [Number(isOther), row.publish_at, row.id],
  );
}
