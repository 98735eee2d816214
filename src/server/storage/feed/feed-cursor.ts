/**
 * A position in the feed as clients store it: the epoch, which a restored backup changes, and the last id seen.
 * Changes of results are sent before other waiting changes, so a cursor can have a second id for them (decision 42).
 */

import type { ChangedTable } from '../../../contract/live.ts';
import type { Role } from '../../../contract/users.ts';

/** Who a stream is for: visitors, or staff of a role. */
export type Audience = 'public' | Role;

/** The feed as the public sees it, or as staff of all roles do. */
export type Feed = 'public' | 'admin';

export const feedOf = (audience: Audience): Feed => (audience === 'public' ? 'public' : 'admin');

export interface FeedCursor {
  epoch: string;
  id: number;
}

/** What a client has seen: every change up to `id`, and every change of a result up to `results`, never less. */
export interface SeenCursor extends FeedCursor {
  results: number;
}

/** Each has its own ids without gaps: public ids do not count changes that the public must not see. */
export interface FeedState extends Record<Feed, FeedExtent> {
  epoch: string;
}

export interface FeedExtent {
  /** The last id. */
  head: number;
  /** Changes up to this id have been deleted. */
  prunedThrough: number;
}

export const formatFeedCursor = ({ epoch, id }: FeedCursor): string => `${epoch}.${id}`;

/**
 * `own` is the id of the change that the cursor is sent with: one of the two ids, written first, so that a page knows
 * where the change belongs. The larger id is that of the results.
 */
export function formatSeenCursor({ epoch, id, results }: SeenCursor, own: number): string {
  const other = own === id ? results : id;
  return formatFeedCursor({ epoch, id: own }) + (other === own ? '' : `-${other}`);
}

export function parseFeedCursor(text: string): SeenCursor | null {
  const [, epoch, own, other = own] = /^([\w-]{1,64})\.(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (!epoch) return null;
  const ids = [Number(own), Number(other)];
  return { epoch, id: Math.min(...ids), results: Math.max(...ids) };
}

/** Depends only on the table: changes of the same row must stay in their order. */
export const isOfResult = ({ table }: { table: ChangedTable }): boolean => table === 'draws';

export const hasSeen = (seen: SeenCursor, change: { id: number; table: ChangedTable }): boolean =>
  change.id <= (isOfResult(change) ? seen.results : seen.id);

export const headFor = (state: FeedState, feed: Feed): FeedCursor => ({
  epoch: state.epoch,
  id: state[feed].head,
});
