/** Publishes the scheduled articles that are due. */
import type { Instant } from '../../core/ist-time.ts';
import type { Log } from '../log.ts';
import { publishDueArticle } from '../services/content/publish-article.ts';
import type { ServiceContext } from '../services/context.ts';
import { readScheduledArticles } from '../storage/content/news-store.ts';

interface Run {
  services: ServiceContext;
  log: Log;
  now(): Instant;
  signal: AbortSignal;
}

/** Returns the milliseconds until the next one is due; Infinity when none is scheduled. */
export async function publishScheduledArticles({ services, log, now, signal }: Run): Promise<number> {
  const scheduled = await readScheduledArticles(services.database.db);
  let wait = Number.POSITIVE_INFINITY;
  let failure: unknown;
  for (const { id, publishAt } of scheduled) {
    if (publishAt > now()) {
      wait = Math.min(wait, publishAt - now());
      continue;
    }
    signal.throwIfAborted();
    try {
      const { published, dueIn } = await publishDueArticle(services, id);
      if (published) log.info('article published', { id });
      if (dueIn > 0) wait = Math.min(wait, dueIn);
    } catch (error) {
      // One failure must not delay the others.
      failure = error;
    }
  }
  if (failure) throw failure;
  return wait;
}
