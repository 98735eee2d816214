/** News articles as they leave the server. */
import type { AdminNewsArticle, NewsArticle } from '../../../contract/news.ts';
import { etagOf, isoOf } from '../queries/wire-values.ts';
import type { Row } from '../schema.ts';

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
