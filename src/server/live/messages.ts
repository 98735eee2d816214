/** The messages of a live stream, encoded once for all clients. */
import {
  type ChangedTable,
  type Hello,
  INVALIDATION_TABLES,
  type Ping,
  ROLE_FOR_TABLE,
} from '../../contract/live.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { ChangeType, FeedChange } from '../../core/live.ts';
import {
  type Audience,
  type FeedCursor,
  formatFeedCursor,
  formatSeenCursor,
  type SeenCursor,
} from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { isoOf } from '../storage/queries/wire-values.ts';

const encoder = new TextEncoder();

type EventName = 'hello' | 'change' | 'reset' | 'ping';

/** One message in both encodings, each written when the first client needs it. */
export class Message {
  readonly #event: EventName;
  readonly #id: string | null;
  readonly #dataJson: string;
  #eventBytes: Uint8Array<ArrayBuffer> | null = null;
  #text: string | null = null;

  constructor(event: EventName, id: string | null, dataJson: string) {
    this.#event = event;
    this.#id = id;
    this.#dataJson = dataJson;
  }

  get isPing(): boolean {
    return this.#event === 'ping';
  }

  /** For server-sent events. A ping begins with a comment line, for clients that ignore unknown events. */
  get eventBytes(): Uint8Array<ArrayBuffer> {
    const comment = this.isPing ? ':\n' : '';
    const id = this.#id === null ? '' : `id: ${this.#id}\n`;
    this.#eventBytes ??= encoder.encode(`${comment}${id}event: ${this.#event}\ndata: ${this.#dataJson}\n\n`);
    return this.#eventBytes;
  }

  /** For WebSockets. */
  get text(): string {
    const id = this.#id === null ? '' : `"id":"${this.#id}",`;
    this.#text ??= `{${id}"event":"${this.#event}","data":${this.#dataJson}}`;
    return this.#text;
  }
}

export interface LiveMessage extends FeedChange {
  table: ChangedTable;
  /** Messages with the same table and id can be merged into the last of them. */
  row: { id: string };
  /** The changed row as JSON. */
  rowJson: string;
  /**
   * The message for clients. Merging may have changed the type. `seen` is what the client has seen after this message,
   * which differs if results were sent before others.
   */
  encodedAs(type: ChangeType, seen?: Pick<SeenCursor, 'id' | 'results'>): Message;
}

/** The panel fetches the whole list again, so one queued message per table is enough. */
const INVALIDATES_LIST: ReadonlySet<ChangedTable> = new Set(INVALIDATION_TABLES);

/** The messages of an audience: without changes of tables that it may not read. */
export const messagesFor = (
  audience: Audience,
  epoch: string,
  entries: readonly FeedEntry[],
): LiveMessage[] =>
  entries.filter(({ table }) => mayHear(audience, table)).map((entry) => toMessage(epoch, entry));

/** What visitors get of any table is public. */
const mayHear = (audience: Audience, table: ChangedTable): boolean =>
  audience !== 'editor' || ROLE_FOR_TABLE[table] === 'editor';

function toMessage(epoch: string, { id, table, type, rowId, row }: FeedEntry): LiveMessage {
  const inOrder = { id, results: id };
  /** Cached, because most clients get these. */
  const encodedInOrder: Partial<Record<ChangeType, Message>> = {};
  const encode = (as: ChangeType, seen: Pick<SeenCursor, 'id' | 'results'>): Message =>
    // The row is already JSON.
    new Message(
      'change',
      formatSeenCursor({ epoch, ...seen }, id),
      `{"table":"${table}","type":"${as}","row":${row}}`,
    );
  return {
    id,
    table,
    type,
    row: { id: INVALIDATES_LIST.has(table) ? '' : rowId },
    rowJson: row,
    encodedAs(as, seen = inOrder) {
      if (seen.id !== seen.results) return encode(as, seen);
      encodedInOrder[as] ??= encode(as, inOrder);
      return encodedInOrder[as];
    },
  };
}

/**
 * The id lets a browser that is disconnected before the first change resume here. Without `canResume` a reset
 * follows; there is no id then, so that a browser that is disconnected before the reset gets it again.
 */
export const createHello = (hello: Hello, canResume: boolean): Message =>
  new Message('hello', canResume ? hello.cursor : null, JSON.stringify(hello));

/** Makes the client fetch everything again; the data it gets is at least as new as the cursor. */
export function createReset(position: FeedCursor): Message {
  const cursor = formatFeedCursor(position);
  return new Message('reset', cursor, JSON.stringify({ cursor }));
}

/** A keep-alive. */
export const createPing = (now: Instant): Message =>
  new Message('ping', null, JSON.stringify({ time: isoOf(now) } satisfies Ping));
