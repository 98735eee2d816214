/** A place in the feed as clients keep it: the epoch, which a restored backup changes, and the last id seen. */

export type Audience = 'public' | 'admin';

export interface FeedCursor {
  epoch: string;
  id: number;
}

export interface FeedState {
  epoch: string;
  /** The last id of all. */
  head: number;
  /** The last id that the public may know of, so that work on drafts does not show in its cursor. */
  publicHead: number;
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
  id: audience === 'public' ? state.publicHead : state.head,
});

/** Whether everything after the cursor is still there to be read; otherwise its owner must refetch. */
export function canResume(state: FeedState, audience: Audience, cursor: FeedCursor): boolean {
  const head = headFor(state, audience).id;
  const oldest = Math.min(state.prunedThrough, head);
  return cursor.epoch === state.epoch && cursor.id >= oldest && cursor.id <= head;
}
