/** Encodes the messages of a live stream; a change is encoded once for all clients. */
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
  /** The changed row as JSON. */
  rowJson: string;
  /**
   * The encoded message. Merging may have changed the type. `seen` is what the client has seen after this message,
   * which differs if results were sent before others.
   */
  bytesAs(type: ChangeType, seen?: Pick<SeenCursor, 'id' | 'results'>): Bytes;
}

const encoder = new TextEncoder();

/** The panel fetches the whole list again, so one queued message per table is enough. */
const INVALIDATES_LIST: ReadonlySet<ChangedTable> = new Set(INVALIDATION_TABLES);

export function toMessage(epoch: string, { id, table, type, rowId, row }: FeedEntry): LiveMessage {
  const inOrder = { id, results: id };
  /** Cached, because most clients get these bytes. */
  const writtenInOrder: Partial<Record<ChangeType, Bytes>> = {};
  const write = (as: ChangeType, seen: Pick<SeenCursor, 'id' | 'results'>): Bytes => {
    const cursor = formatSeenCursor({ epoch, ...seen }, id);
    // The row is already JSON.
    return encoder.encode(
      `id: ${cursor}\nevent: change\ndata: {"table":"${table}","type":"${as}","row":${row}}\n\n`,
    );
  };
  return {
    id,
    table,
    type,
    row: { id: INVALIDATES_LIST.has(table) ? '' : rowId },
    rowJson: row,
    bytesAs(as, seen = inOrder) {
      if (seen.id !== seen.results) return write(as, seen);
      writtenInOrder[as] ??= write(as, inOrder);
      return writtenInOrder[as];
    },
  };
}

/**
 * The id lets a browser that is disconnected before the first change resume here. Without `canResume` a reset
 * follows; there is no id then, so that a browser that is disconnected before the reset gets it again.
 */
export function writeHello(hello: Hello, canResume: boolean): Bytes {
  const id = canResume ? `id: ${hello.cursor}\n` : '';
  return encoder.encode(`${id}event: hello\ndata: ${JSON.stringify(hello)}\n\n`);
}

/** Makes the client fetch everything again; the data it gets is at least as new as the cursor. */
export function writeReset(position: FeedCursor): Bytes {
  const cursor = formatFeedCursor(position);
  return encoder.encode(`id: ${cursor}\nevent: reset\ndata: ${JSON.stringify({ cursor })}\n\n`);
}

/** A keep-alive; the comment line is for clients that ignore unknown events. */
export function writePing(now: Instant): Bytes {
  const ping: Ping = { time: isoOf(now) };
  return encoder.encode(`:\nevent: ping\ndata: ${JSON.stringify(ping)}\n\n`);
}
