/**
 * A place in the feed as clients keep it: the epoch, which a restored backup changes, and the last id seen. Changes
 * of results are sent before others that wait, so the cursor of a client can have a second id for them (decision 42).
 */

import type { ChangedTable } from '../../../contract/live.ts';

export type Audience = 'public' | 'admin';

export interface FeedCursor {
  epoch: string;
  id: number;
}

/** What a client has seen: every change up to `id`, and every change of a result up to `results`, never less. */
export interface SeenCursor extends FeedCursor {
  results: number;
}

/** Each audience has ids of its own without gaps: the public's do not count what it must not know of. */
export interface FeedState extends Record<Audience, FeedExtent> {
  epoch: string;
}

export interface FeedExtent {
  /** The last id. */
  head: number;
  /** Changes up to this id are no longer kept. */
  prunedThrough: number;
}

export const formatFeedCursor = ({ epoch, id }: FeedCursor): string => `${epoch}.${id}`;

/**
 * `own`, one of the two ids, is that of the change that the cursor is sent with and comes first, so that a page can
 * tell where the change belongs. The larger one is that of the results.
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

/** Decided by the table alone: changes of the same row must stay in their order. */
export const isOfResult = ({ table }: { table: ChangedTable }): boolean => table === 'draws';

export const hasSeen = (seen: SeenCursor, change: { id: number; table: ChangedTable }): boolean =>
  change.id <= (isOfResult(change) ? seen.results : seen.id);

export const headFor = (state: FeedState, audience: Audience): FeedCursor => ({
  epoch: state.epoch,
  id: state[audience].head,
});

/** Whether everything after the cursor is still there to be read; otherwise its owner must refetch. */
export function canResume(state: FeedState, audience: Audience, cursor: FeedCursor): boolean {
  const { head, prunedThrough } = state[audience];
  return cursor.epoch === state.epoch && cursor.id >= prunedThrough && cursor.id <= head;
}
