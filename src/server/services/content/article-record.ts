/** Activity entry and feed rows of a change of an article; the public gets only what is published. */
import {
  type ArticleRow,
  isPublishedArticle,
  toAdminNewsArticle,
  toNewsArticle,
} from '../../storage/content/news-store.ts';
import type { ChangeRecord } from '../perform.ts';
import { type RowChange, rowEvent } from '../row-change.ts';
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
    events: [
      rowEvent('news_posts', change, {
        toAdmin: toAdminNewsArticle,
        // Neither drafts nor scheduled articles.
        toPublic: (article) => (isPublishedArticle(article) ? toNewsArticle(article) : null),
      }),
    ],
  };
}

/** The HTML follows from the body. */
function loggedFields(row: ArticleRow): Fields {
  const { html, format, ...fields } = toAdminNewsArticle(row);
  return fields;
}
