/** News articles. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { AdminNewsArticle, NewsArticle } from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import type { ArticlePublication, ArticleStatus } from '../../../core/article-publication.ts';
import { textOfHtml } from '../../../core/html-text.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan, newestFirstKeyOf } from '../queries/newest-first.ts';
import { matchesSearch, searchTextOf } from '../queries/text-search.ts';
import { etagOf, isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Schema, Writer } from '../schema.ts';
import { articleHtml } from './article-html.ts';

export interface ArticleFilters extends PageRequest {
  q?: string | undefined;
  status?: ArticleStatus | undefined;
}

const hasStatus = (
  eb: ExpressionBuilder<Schema, 'news_posts'>,
  status: ArticleStatus | undefined,
): Expression<SqlBool> => (status ? eb('status', '=', status) : eb.and([]));

/** Drafts included; the newest first, by the time at which they were created. */
export async function listArticles(
  db: Reader,
  { q, status, limit, cursor }: ArticleFilters,
): Promise<Page<AdminNewsArticle>> {
  const rows = await db
    .selectFrom('news_posts')
    .selectAll()
    .where((eb) => eb.and([matchesSearch(eb, q), hasStatus(eb, status), isOlderThan('news_posts', cursor)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toAdminNewsArticle, newestFirstKeyOf);
}

export const findArticleRow = (db: Reader, id: string): Promise<ArticleRow | undefined> =>
  db.selectFrom('news_posts').selectAll().where('id', '=', id).executeTakeFirst();

/** The scheduled articles, the next one first. */
export const readScheduledArticles = (db: Reader): Promise<{ id: string; publishAt: Instant }[]> =>
  db
    .selectFrom('news_posts')
    .select(['id', 'publish_at as publishAt'])
    .where('status', '=', 'scheduled')
    .orderBy('publish_at')
    .$narrowType<{ publishAt: Instant }>()
    .execute();

/** Returns undefined if it is no longer scheduled, not due yet, or another node was first. */
export const publishArticleIfDue = (tx: Writer, id: string, now: Instant): Promise<ArticleRow | undefined> =>
  tx
    .updateTable('news_posts')
    .set((eb) => ({ status: 'published', updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .returningAll()
    .executeTakeFirst();

type WithoutSearchText = Omit<ArticleRow, 'search_text'>;

const withSearchText = (row: WithoutSearchText): ArticleRow => ({
  ...row,
  search_text: searchTextOf(row.title, textOfHtml(articleHtml(row))),
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
export type PublishedArticleRow = ArticleRow & { status: 'published'; publish_at: Instant };

export const isPublishedArticle = (row: ArticleRow): row is PublishedArticleRow =>
  row.status === 'published' && row.publish_at !== null;

export const articlePublicationOf = ({ status, publish_at }: ArticleRow): ArticlePublication =>
  status === 'draft' || publish_at === null
    ? { status: 'draft', publishAt: null }
    : { status, publishAt: publish_at };

const sharedFieldsOf = (row: ArticleRow) => ({
  id: row.id,
  title: row.title,
  body: row.body,
  html: articleHtml(row),
  author: row.author,
  language: row.language,
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
});

export const toNewsArticle = (row: PublishedArticleRow): NewsArticle => ({
  ...sharedFieldsOf(row),
  status: row.status,
  publishAt: isoOf(row.publish_at),
});

export const toAdminNewsArticle = (row: ArticleRow): AdminNewsArticle => ({
  ...sharedFieldsOf(row),
  status: row.status,
  publishAt: row.publish_at === null ? null : isoOf(row.publish_at),
  format: row.format,
  etag: etagOf(row.version),
});
