/** Staff write, change and delete news. */
import type { AdminNewsArticle, ArticlePatch, NewArticle } from '../../../contract/news.ts';
import type { Actor } from '../../../core/actor.ts';
import {
  type ArticleRow,
  findArticleRow,
  insertArticle,
  removeArticle,
  replaceArticle,
  toAdminNewsArticle,
  toNewsArticle,
} from '../../storage/content/news-store.ts';
import type { FeedEvent } from '../../storage/feed/feed-store.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { idFor } from '../idempotency.ts';
import { type ChangeRecord, perform } from '../perform.ts';
import { deletionEvent, type RowChange } from '../row-change.ts';
import { snapshotsOf } from '../snapshots.ts';

export const createArticle = (
  services: ServiceContext,
  { title, body, author }: NewArticle,
  actor: Actor,
  idempotencyKey?: string,
): Promise<AdminNewsArticle> =>
  perform(services, actor, async ({ tx, now, record }) => {
    const id = idFor(services, { kind: 'news', sender: actor.id, key: idempotencyKey });
    const earlier = await findArticleRow(tx, id);
    if (earlier) return toAdminNewsArticle(earlier);
    const after = await insertArticle(tx, {
      id,
      title,
      body,
      author,
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
    const isSame = title === before.title && body === before.body && author === before.author;
    if (isSame) return toAdminNewsArticle(before);
    const after = await replaceArticle(tx, { ...before, title, body, author, updated_at: now });
    await record(articleRecord('Edited article', { before, after }));
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

function articleRecord(action: string, change: RowChange<ArticleRow>): ChangeRecord {
  const { before, after } = change;
  return {
    type: 'news',
    action,
    target: (after ?? before).title,
    ...snapshotsOf(before && toAdminNewsArticle(before), after && toAdminNewsArticle(after)),
    events: [articleEvent(change)],
  };
}

function articleEvent({ before, after }: RowChange<ArticleRow>): FeedEvent {
  if (!after) return deletionEvent('news_posts', before.id);
  const type = before ? 'UPDATE' : 'INSERT';
  return {
    admin: { table: 'news_posts', type, row: toAdminNewsArticle(after) },
    public: { table: 'news_posts', type, row: toNewsArticle(after) },
  };
}
