/** Activity entry and feed rows of a change of a draw; the public gets only what is published. */
import { type DrawRow, isPublished, toAdminDraw, toDraw } from '../../storage/draws/draw-rows.ts';
import type { FeedEvent } from '../../storage/feed/feed-store.ts';
import type { ChangeRecord } from '../perform.ts';
import { type RowChange, rowEvent } from '../row-change.ts';
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

export const drawFeedEvent = (change: RowChange<DrawRow>): FeedEvent =>
  rowEvent('draws', change, {
    toAdmin: toAdminDraw,
    toPublic: (row) => (isPublished(row) ? toDraw(row) : null),
  });
