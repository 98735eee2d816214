/** The messages of a live stream as bytes; a change is encoded once for all clients. */
import { type ChangedTable, type Hello, INVALIDATION_TABLES, type Ping } from '../../contract/live.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { ChangeType, FeedChange } from '../../core/live.ts';
import {
  type FeedCursor,
  formatFeedCursor,
  formatSeenCursor,
  type SeenCursor,
} from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { isoOf } from '../storage/queries/wire-values.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export interface LiveMessage extends FeedChange {
  table: ChangedTable;
  /** Messages with the same table and id can be merged into the last of them. */
  row: { id: string };
  /**
   * As it is sent. The type is asked for because merging may have changed it, and what the client has seen once it
   * has this message because that differs where results were sent before others.
   */
  bytesAs(type: ChangeType, seen?: Pick<SeenCursor, 'id' | 'results'>): Bytes;
}

const encoder = new TextEncoder();

/** The panel fetches the whole list again, so one message of those that wait is enough, whichever rows they are of. */
const INVALIDATES_LIST: ReadonlySet<ChangedTable> = new Set(INVALIDATION_TABLES);

export function toMessage(epoch: string, { id, table, type, rowId, row }: FeedEntry): LiveMessage {
  const inOrder = { id, results: id };
  /** What most clients get. */
  const writtenInOrder: Partial<Record<ChangeType, Bytes>> = {};
  const write = (as: ChangeType, seen: Pick<SeenCursor, 'id' | 'results'>): Bytes => {
    const cursor = formatSeenCursor({ epoch, ...seen }, id);
    // The row is JSON already and stays as it is.
    return encoder.encode(
      `id: ${cursor}\nevent: change\ndata: {"table":"${table}","type":"${as}","row":${row}}\n\n`,
    );
  };
  return {
    id,
    table,
    type,
    row: { id: INVALIDATES_LIST.has(table) ? '' : rowId },
    bytesAs(as, seen = inOrder) {
      if (seen.id !== seen.results) return write(as, seen);
      writtenInOrder[as] ??= write(as, inOrder);
      return writtenInOrder[as];
    },
  };
}

/**
 * The id lets a browser that is cut off before the first change come back to this very place.
 * One that is about to be told to refetch gets none: if it is cut off first, it must be told again.
 */
export function writeHello(hello: Hello, canGoOn: boolean): Bytes {
  const id = canGoOn ? `id: ${hello.cursor}\n` : '';
  return encoder.encode(`${id}event: hello\ndata: ${JSON.stringify(hello)}\n\n`);
}

/** Tells the client to refetch; what it gets then is at least as new as the cursor. */
export function writeReset(position: FeedCursor): Bytes {
  const cursor = formatFeedCursor(position);
  return encoder.encode(`id: ${cursor}\nevent: reset\ndata: ${JSON.stringify({ cursor })}\n\n`);
}

/** Shows that the stream is alive: as a comment line to those who skip events that they do not know. */
export function writePing(now: Instant): Bytes {
  const ping: Ping = { time: isoOf(now) };
  return encoder.encode(`:\nevent: ping\ndata: ${JSON.stringify(ping)}\n\n`);
}
