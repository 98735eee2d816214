/** Staff write, change and delete news. */
import type { AdminNewsArticle, ArticlePatch, ArticlePreview, NewArticle } from '../../../contract/news.ts';
import type { Actor } from '../../../core/actor.ts';
import {
  type ArticlePublication,
  type PublicationProblem,
  requestPublication,
} from '../../../core/article-publication.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { articleHtml } from '../../storage/content/article-html.ts';
import {
  type ArticleRow,
  articlePublicationOf,
  findArticleRow,
  insertArticle,
  removeArticle,
  replaceArticle,
  toAdminNewsArticle,
} from '../../storage/content/news-store.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { idFor } from '../idempotency.ts';
import { perform } from '../perform.ts';
import { articleRecord } from './article-record.ts';

export const createArticle = (
  services: ServiceContext,
  content: NewArticle,
  actor: Actor,
  idempotencyKey?: string,
): Promise<AdminNewsArticle> =>
  perform(services, actor, async ({ tx, now, record }) => {
    const { title, body, author, language = null, ...request } = content;
    const id = await idFor(services, tx, {
      table: 'news_posts',
      sender: actor.id,
      key: idempotencyKey,
      content,
    });
    const earlier = await findArticleRow(tx, id);
    if (earlier) return toAdminNewsArticle(earlier);
    const after = await insertArticle(tx, {
      id,
      title,
      body,
      author,
      language,
      format: 'markdown',
      ...publicationColumns(null, request, now),
      created_at: now,
      updated_at: now,
      version: 1,
    });
    await record(articleRecord('Created article', { before: null, after }));
    return toAdminNewsArticle(after);
  });

export const editArticle = (
  services: ServiceContext,
  { id, expectedEtag, patch }: RowTarget & { patch: ArticlePatch },
  actor: Actor,
): Promise<AdminNewsArticle> =>
  perform(services, actor, async ({ tx, now, record }) => {
    const before = expectRow(await findArticleRow(tx, id), expectedEtag);
    const { title = before.title, body = before.body, author = before.author } = patch;
    const { language = before.language } = patch;
    const changed = {
      title,
      body,
      author,
      language,
      format: body === before.body ? before.format : ('markdown' as const),
      ...publicationColumns(articlePublicationOf(before), patch, now),
    };
    if (isSame(before, changed)) return toAdminNewsArticle(before);
    const after = await replaceArticle(tx, { ...before, ...changed, updated_at: now });
    await record(articleRecord(editAction(before, after), { before, after }));
    return toAdminNewsArticle(after);
  });

export const deleteArticle = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = expectRow(await findArticleRow(tx, id), expectedEtag);
    await removeArticle(tx, id);
    await record(articleRecord('Deleted article', { before, after: null }));
  });

/** What visitors would see of a body. */
export const previewArticle = (body: string): ArticlePreview => ({
  html: articleHtml({ body, format: 'markdown' }),
});

const TIME_PROBLEMS: Record<PublicationProblem, string> = {
  'time missing': 'A scheduled article needs a time.',
  'time not allowed': 'Only a scheduled article has a time of its own.',
};

function publicationColumns(
  before: ArticlePublication | null,
  { status, publishAt }: Pick<ArticlePatch, 'status' | 'publishAt'>,
  now: Instant,
): Pick<ArticleRow, 'status' | 'publish_at'> {
  const at = typeof publishAt === 'string' ? Date.parse(publishAt) : publishAt;
  const publication = requestPublication(before, { status, publishAt: at }, now);
  if (typeof publication === 'string') {
    throw new AppError('invalid', { errors: { publishAt: TIME_PROBLEMS[publication] } });
  }
  return { status: publication.status, publish_at: publication.publishAt };
}

const isSame = (before: ArticleRow, changed: Partial<ArticleRow>): boolean =>
  Object.entries(changed).every(([name, value]) => before[name as keyof ArticleRow] === value);

const STATUS_ACTIONS = {
  draft: 'Unpublished article',
  scheduled: 'Scheduled article',
  published: 'Published article',
};

function editAction(before: ArticleRow, after: ArticleRow): string {
  if (before.status === after.status) return 'Edited article';
  return before.status === 'scheduled' && after.status === 'draft'
    ? 'Removed the schedule of article'
    : STATUS_ACTIONS[after.status];
}
