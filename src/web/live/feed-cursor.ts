/** Cursors of the feed, which order live changes: an epoch, a dot, and the number of the change. */
import type { PublicChange } from '../../contract/live.ts';

/** A change with its cursor in the feed. */
export type LiveChange = PublicChange & { cursor: string };

/** After the number there may be a second one, which only the server reads. */
function parseCursor(cursor: string): [epoch: string, id: number] {
  const dot = cursor.lastIndexOf('.');
  return [cursor.slice(0, dot), Number.parseInt(cursor.slice(dot + 1), 10)];
}

/** Cursors of different epochs have no order: a restored backup begins a new one. */
export function isAfter(cursor: string, other: string): boolean {
  const [epoch, id] = parseCursor(cursor);
  const [otherEpoch, otherId] = parseCursor(other);
  return epoch === otherEpoch && id > otherId;
}

function isSameChange(cursor: string, other: string): boolean {
  const [epoch, id] = parseCursor(cursor);
  const [otherEpoch, otherId] = parseCursor(other);
  return epoch === otherEpoch && id === otherId;
}

/** Adds a change in its place, unless it is known: a stream that was opened again may send it twice. */
export const addChange = (known: readonly LiveChange[], change: LiveChange): readonly LiveChange[] =>
  known.some(({ cursor }) => isSameChange(cursor, change.cursor))
    ? known
    : [...known, change].sort((a, b) => parseCursor(a.cursor)[1] - parseCursor(b.cursor)[1]);

export const changesAfter = (cursor: string, changes: readonly LiveChange[]): LiveChange[] =>
  changes.filter((change) => isAfter(change.cursor, cursor));
