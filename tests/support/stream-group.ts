/** Clients of a live stream on stepped time, connected in both ways to a group without a server. */
import { SECOND } from '../../src/core/ist-time.ts';
import { createBroker } from '../../src/server/live/broker.ts';
import type { StreamClient } from '../../src/server/live/stream-client.ts';
import { StreamGroup } from '../../src/server/live/stream-group.ts';
import { STREAM_LIMITS } from '../../src/server/live/stream-limits.ts';
import { parseFeedCursor } from '../../src/server/storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../../src/server/storage/feed/feed-store.ts';
import type { Socket } from '../../src/server/web-socket.ts';
import { type LiveEvent, parseMessage, parseText } from './live-client.ts';
import { stepTimeFrom } from './stepped-time.ts';

export const TRANSPORTS = ['server-sent events', 'WebSocket'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const STEP = 50;

export interface GroupClient {
  client: StreamClient;
  /** `at` is in the stepped time. */
  received: (LiveEvent & { raw: string })[];
  /** Null while it is open. */
  closed: 'gracefully' | 'with an error' | null;
  disconnect(): void;
}

export interface ConnectOptions {
  transport?: Transport;
  /** The cursor after which it resumes; by default the head. */
  after?: string;
  /** Whether the client reads what is sent. */
  reads?: boolean;
}

export function openGroup() {
  const time = stepTimeFrom(0);
  const broker = createBroker(10_000);
  broker.restart('public', { epoch: 'e', id: 0 });
  const ended: StreamClient[] = [];
  const group = new StreamGroup('public', {
    ...time,
    broker,
    limits: STREAM_LIMITS,
    countVisitors: () => 1,
    onEnd: (client) => void ended.push(client),
  });

  function add(after?: string): StreamClient {
    const head = broker.position('public');
    const cursor = after === undefined ? { ...head, results: head.id } : parseFeedCursor(after);
    if (!cursor) throw new Error(`not a cursor: ${after}`);
    return group.add(cursor, { source: '203.0.113.1', stillAllowed: null });
  }

  function connect({
    transport = 'server-sent events',
    after,
    reads = true,
  }: ConnectOptions = {}): GroupClient {
    const client = add(after);
    const connected: GroupClient = {
      client,
      received: [],
      closed: null,
      disconnect: () => (transport === 'WebSocket' ? client.onClose() : client.cancel()),
    };
    const record = (raw: string, event: LiveEvent | null) => {
      if (event) connected.received.push({ ...event, raw, at: time.timers.elapsed() });
    };
    if (transport === 'WebSocket') {
      client.onOpen(createSocket(connected, (text) => record(text, parseText(text)), reads));
      return connected;
    }
    client.pull({
      write(bytes) {
        const text = new TextDecoder().decode(bytes);
        record(text, parseMessage(text.trimEnd()));
        return reads ? bytes.byteLength : new Promise(() => {});
      },
      flush() {},
      close(error) {
        connected.closed = error ? 'with an error' : 'gracefully';
      },
    });
    return connected;
  }

  return {
    time,
    broker,
    group,
    ended,
    add,
    connect,
    publish: (...entries: FeedEntry[]) => broker.publish('public', entries),
    /** Advances the time and checks the clients every second, as the server does. */
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += STEP) {
        await time.advanceBy(STEP);
        if (time.timers.elapsed() % SECOND === 0) group.check();
      }
    },
  };
}

/** A socket of Bun without a network. */
function createSocket(connected: GroupClient, receive: (text: string) => void, reads: boolean): Socket {
  let unread = 0;
  return {
    send(data) {
      if (connected.closed) return 0;
      const text = String(data);
      if (!reads) unread += text.length;
      receive(text);
      return 1;
    },
    getBufferedAmount: () => unread,
    close() {
      connected.closed = 'gracefully';
    },
    terminate() {
      connected.closed = 'with an error';
    },
  };
}

export const mostInAnySecond = (messages: readonly { at: number }[]): number =>
  Math.max(
    0,
    ...messages.map(({ at: end }) => messages.filter(({ at }) => at <= end && at > end - SECOND).length),
  );
