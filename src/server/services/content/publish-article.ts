/** Publishes scheduled articles, for automation. Repeating it changes nothing. */
import type { AdminNewsArticle } from '../../../contract/news.ts';
import { SYSTEM } from '../../../core/actor.ts';
import { isLate } from '../../../core/automation.ts';
import { findArticleRow, publishArticleIfDue, toAdminNewsArticle } from '../../storage/content/news-store.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { ServiceContext } from '../context.ts';
import { performByDatabaseTime } from '../perform.ts';
import { articleRecord } from './article-record.ts';

export interface ArticleAttempt {
  /** Null when the article is not due, not scheduled, or was published by another node first. */
  published: AdminNewsArticle | null;
  /** Milliseconds until it is due, by the clock that decides; 0 when there is nothing to publish. */
  dueIn: number;
}

const NOTHING_TO_PUBLISH: ArticleAttempt = { published: null, dueIn: 0 };

/** Decides by the database's clock where there is one: the caller's clock may be wrong. */
export const publishDueArticle = (services: ServiceContext, id: string): Promise<ArticleAttempt> =>
  performByDatabaseTime(services, SYSTEM, async ({ tx, now, record }) => {
    const before = await findArticleRow(tx, id);
    if (before?.status !== 'scheduled' || before.publish_at === null) return NOTHING_TO_PUBLISH;
    const dueAt = before.publish_at;
    if (dueAt > now) return { published: null, dueIn: dueAt - now };
    const after = await publishArticleIfDue(tx, id, now);
    if (!after) return NOTHING_TO_PUBLISH;
    const lateness = isLate(dueAt, now) ? { late: true, dueAt: isoOf(dueAt) } : {};
    await record(articleRecord('Published article', { before, after }, lateness));
    return { published: toAdminNewsArticle(after), dueIn: 0 };
  });
