/** Activity entry and feed rows of a change of an article; the public gets only what is published. */
import type { AdminChange, PublicChange } from '../../../contract/live.ts';
import {
  type ArticleRow,
  isPublishedArticle,
  toAdminNewsArticle,
  toNewsArticle,
} from '../../storage/content/news-store.ts';
import type { ChangeRecord } from '../perform.ts';
import type { RowChange } from '../row-change.ts';
import { type Fields, snapshotsOf } from '../snapshots.ts';

export function articleRecord(
  action: string,
  change: RowChange<ArticleRow>,
  remarks: Fields = {},
): ChangeRecord {
  const { before, after } = change;
  const snapshots = snapshotsOf(before && loggedFields(before), after && loggedFields(after));
  return {
    type: 'news',
    action,
    target: (after ?? before).title,
    before: snapshots.before,
    after: snapshots.after && { ...snapshots.after, ...remarks },
    events: [{ admin: adminChange(change), public: publicChange(change) }],
  };
}

/** The HTML follows from the body. */
function loggedFields(row: ArticleRow): Fields {
  const { html, format, ...fields } = toAdminNewsArticle(row);
  return fields;
}

function adminChange({ before, after }: RowChange<ArticleRow>): AdminChange {
  if (!after) return { table: 'news_posts', type: 'DELETE', row: { id: before.id } };
  return { table: 'news_posts', type: before ? 'UPDATE' : 'INSERT', row: toAdminNewsArticle(after) };
}

/** The public sees neither drafts nor scheduled articles, so publishing is an INSERT and unpublishing a DELETE. */
function publicChange({ before, after }: RowChange<ArticleRow>): PublicChange | null {
  const wasPublic = before !== null && isPublishedArticle(before);
  if (after && isPublishedArticle(after)) {
    return { table: 'news_posts', type: wasPublic ? 'UPDATE' : 'INSERT', row: toNewsArticle(after) };
  }
  return wasPublic ? { table: 'news_posts', type: 'DELETE', row: { id: before.id } } : null;
}
