/** A place in the feed as clients keep it: the epoch, which a restored backup changes, and the last id seen. */

export type Audience = 'public' | 'admin';

export interface FeedCursor {
  epoch: string;
  id: number;
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

export function parseFeedCursor(text: string): FeedCursor | null {
  const [, epoch, id] = /^([\w-]{1,64})\.(\d{1,15})$/.exec(text) ?? [];
  return epoch ? { epoch, id: Number(id) } : null;
}

export const headFor = (state: FeedState, audience: Audience): FeedCursor => ({
  epoch: state.epoch,
  id: state[audience].head,
});

/** Whether everything after the cursor is still there to be read; otherwise its owner must refetch. */
export function canResume(state: FeedState, audience: Audience, cursor: FeedCursor): boolean {
  const { head, prunedThrough } = state[audience];
  return cursor.epoch === state.epoch && cursor.id >= prunedThrough && cursor.id <= head;
}
