/** News articles. */
import type { AdminNewsArticle, NewsArticle } from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan, newestFirstKeyOf } from '../queries/newest-first.ts';
import { matchesSearch, searchTextOf } from '../queries/text-search.ts';
import { etagOf, isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export interface NewsSearch extends PageRequest {
  q?: string | undefined;
}

/** Newest first. */
export const listArticles = (db: Reader, search: NewsSearch): Promise<Page<AdminNewsArticle>> =>
  readNewsPage(db, search, toAdminNewsArticle);

export async function readNewsPage<Item>(
  db: Reader,
  { q, limit, cursor }: NewsSearch,
  present: (row: ArticleRow) => Item,
): Promise<Page<Item>> {
  const rows = await db
    .selectFrom('news_posts')
    .selectAll()
    .where((eb) => eb.and([matchesSearch(eb, q), isOlderThan(eb, cursor)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, present, newestFirstKeyOf);
}

export const findArticleRow = (db: Reader, id: string): Promise<ArticleRow | undefined> =>
  db.selectFrom('news_posts').selectAll().where('id', '=', id).executeTakeFirst();

type WithoutSearchText = Omit<ArticleRow, 'search_text'>;

const withSearchText = (row: WithoutSearchText): ArticleRow => ({
  ...row,
  search_text: searchTextOf(row.title, row.body),
});

export const insertArticle = (tx: Writer, row: WithoutSearchText): Promise<ArticleRow> =>
  tx.insertInto('news_posts').values(withSearchText(row)).returningAll().executeTakeFirstOrThrow();

/** Writes the whole row as its next version. */
export const replaceArticle = (tx: Writer, row: WithoutSearchText): Promise<ArticleRow> =>
  tx
    .updateTable('news_posts')
    .set({ ...withSearchText(row), version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeArticle(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('news_posts').where('id', '=', id).execute();
}

export type ArticleRow = Row<'news_posts'>;

export const toNewsArticle = (row: ArticleRow): NewsArticle => ({
  id: row.id,
  title: row.title,
  body: row.body,
  author: row.author,
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
});

export const toAdminNewsArticle = (row: ArticleRow): AdminNewsArticle => ({
  ...toNewsArticle(row),
  etag: etagOf(row.version),
});
