/** Activity entry and feed rows of a change of a draw; the public gets only what is published. */
import type { AdminChange, PublicChange } from '../../../contract/live.ts';
import {
  type DrawRow,
  isPublished,
  type PublishedDrawRow,
  toAdminDraw,
  toDraw,
} from '../../storage/draws/draw-rows.ts';
import type { FeedEvent } from '../../storage/feed/feed-store.ts';
import type { ChangeRecord } from '../perform.ts';
import type { RowChange } from '../row-change.ts';
import { type Fields, snapshotsOf } from '../snapshots.ts';

export function drawRecord(action: string, change: RowChange<DrawRow>, remarks: Fields = {}): ChangeRecord {
  const { before, after } = change;
  const snapshots = snapshotsOf(before && loggedFields(before), after && loggedFields(after));
  return {
    type: 'draw',
    action,
    target: (after ?? before).draw_no,
    before: snapshots.before,
    after: snapshots.after && { ...snapshots.after, ...remarks },
    events: [drawFeedEvent(change)],
  };
}

/** Each correction and each proposal is an entry of its own in the activity log. */
function loggedFields(row: DrawRow): Fields {
  const { corrections, proposal, unapproved, ...fields } = toAdminDraw(row);
  return fields;
}

export const drawFeedEvent = (change: RowChange<DrawRow>): FeedEvent => ({
  admin: adminChange(change),
  public: publicChange(change),
});

function adminChange({ before, after }: RowChange<DrawRow>): AdminChange {
  if (!after) return { table: 'draws', type: 'DELETE', row: { id: before.id } };
  return { table: 'draws', type: before ? 'UPDATE' : 'INSERT', row: toAdminDraw(after) };
}

/**
 * The public does not see drafts, so publishing is an INSERT and unpublishing a DELETE. A change of what only staff
 * see, such as a proposal, is nothing.
 */
function publicChange({ before, after }: RowChange<DrawRow>): PublicChange | null {
  const wasPublic = before !== null && isPublished(before);
  if (after && isPublished(after)) {
    if (before && isPublished(before) && isSameToPublic(before, after)) return null;
    return { table: 'draws', type: wasPublic ? 'UPDATE' : 'INSERT', row: toDraw(after) };
  }
  return wasPublic ? { table: 'draws', type: 'DELETE', row: { id: before.id } } : null;
}

const isSameToPublic = (before: PublishedDrawRow, after: PublishedDrawRow): boolean =>
  JSON.stringify(toDraw(before)) === JSON.stringify(toDraw(after));
