/** The states of an article: draft, scheduled and published, and the changes that staff may make to them. */
import type { Instant } from './ist-time.ts';

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

/** A draft has no time. That of a published article is the time from which it is public. */
export type ArticlePublication =
  | { status: 'draft'; publishAt: null }
  | { status: 'scheduled' | 'published'; publishAt: Instant };

export interface PublicationRequest {
  status?: ArticleStatus | undefined;
  publishAt?: Instant | null | undefined;
}

export type PublicationProblem = 'time missing' | 'time not allowed';

/** `before` is null for a new article, which is published unless something else is requested. */
export function requestPublication(
  before: ArticlePublication | null,
  { status = before?.status ?? 'published', publishAt }: PublicationRequest,
  now: Instant,
): ArticlePublication | PublicationProblem {
  const known = before?.status === status ? before.publishAt : null;
  if (status === 'scheduled') {
    const at = publishAt === undefined ? known : publishAt;
    return at === null ? 'time missing' : { status, publishAt: at };
  }
  // Sending back the time that an article has is no change.
  if (publishAt !== undefined && publishAt !== null && publishAt !== known) return 'time not allowed';
  return status === 'draft' ? { status, publishAt: null } : { status, publishAt: known ?? now };
}
