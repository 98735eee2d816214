/** Finding a part of a text in SQL, the same on both engines. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { foldForSearch } from '../../../core/text-search.ts';
import type { Schema } from '../schema.ts';

/** A character that no fold produces separates the parts, so that nothing is found across two of them. */
export const searchTextOf = (...texts: string[]): string => texts.map(foldForSearch).join('\n');

/** `%`, `_` and the escape character are matched literally. */
export const contains = (column: Expression<string>, part: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Matches the text of a search box; an empty query matches everything. */
export function matchesSearch(
  eb: ExpressionBuilder<Schema, 'news_posts' | 'faqs' | 'contact_messages'>,
  query: string | undefined,
): Expression<SqlBool> {
  return query ? contains(eb.ref('search_text'), foldForSearch(query)) : eb.and([]);
}
