import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { SECOND } from '../../core/ist-time.ts';
import { parseFeedCursor } from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { createBroker } from './broker.ts';
import { EventStream } from './event-stream.ts';
import { startFrom } from './resume-point.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

const STEP = 50;
const TABLES = ['draws', 'faqs', 'news_posts'] as const;
type Table = (typeof TABLES)[number];

interface Received {
  /** The id of the change in the feed: the first number of its cursor. */
  id: number;
  table: string;
  rowId: string;
  cursor: string;
  at: number;
}

/** A growing feed, and a client that reconnects with the cursor of the last message that it read. */
function openFeed() {
  const time = stepTimeFrom(0);
  const broker = createBroker(10_000);
  broker.restart('public', { epoch: 'e', id: 0 });
  const feed: FeedEntry[] = [];
  const received: Received[] = [];
  const connections: number[][] = [];
  let cursor = 'e.0';
  let unread: { text: string; at: number }[] = [];
  let disconnect = () => {};

  function connect(): void {
    const sentAt: number[] = [];
    connections.push(sentAt);
    const parsed = parseFeedCursor(cursor);
    if (!parsed) throw new Error(`not a cursor: ${cursor}`);
    const start = startFrom(broker, 'public', { cursor: parsed, older: [], through: parsed.id });
    expect(start.mustRefetch).toBe(false);
    const stream = new EventStream(time, STREAM_LIMITS, () => unsubscribe());
    const unsubscribe = broker.subscribe('public', stream);
    stream.queueHello(new TextEncoder().encode('event: hello\n\n'), start);
    stream.connect({
      write(bytes) {
        sentAt.push(time.timers.elapsed());
        unread.push({ text: new TextDecoder().decode(bytes), at: time.timers.elapsed() });
        return bytes.byteLength;
      },
      flush() {},
      close() {},
    });
    disconnect = () => stream.end();
  }

  function read(most = unread.length): void {
    for (const { text, at } of unread.splice(0, most)) {
      const [, eventId = '', data = ''] = /^id: (.+)\nevent: change\ndata: (.+)\n\n$/.exec(text) ?? [];
      if (!eventId) continue;
      cursor = eventId;
      const { table, row } = JSON.parse(data);
      received.push({ id: Number.parseInt(eventId.slice(2), 10), table, rowId: row.id, cursor, at });
    }
  }

  return {
    feed,
    received,
    connections,
    connect,
    read,
    pass: (milliseconds: number) => time.advanceBy(milliseconds),
    append(changes: readonly { table: Table; row: number }[]) {
      const entries = changes.map(({ table, row }, index): FeedEntry => {
        const id = feed.length + index + 1;
        const rowId = `row ${row}`;
        return { id, table, type: 'UPDATE', rowId, row: JSON.stringify({ id: rowId, state: id }) };
      });
      feed.push(...entries);
      broker.publish('public', entries);
    },
    /** Unread messages are lost. */
    reconnect(messagesRead: number) {
      read(messagesRead);
      unread = [];
      disconnect();
      connect();
    },
  };
}

const newRows = (table: Table, count: number) => Array.from({ length: count }, (_, row) => ({ table, row }));

describe('a result beside many other changes', () => {
  test('is sent at once, as is the next one', async () => {
    const { connect, append, read, received, pass } = openFeed();
    connect();
    append(newRows('faqs', 200));
    await pass(STEP);
    for (const row of [1, 2]) {
      append([{ table: 'draws', row }]);
      append(newRows('news_posts', 50));
      await pass(STEP);
    }
    read();
    expect(received.filter(({ table }) => table === 'draws').map(({ id }) => id)).toEqual([201, 252]);
  });

  test('waits at most one window of the rate limit behind other results', async () => {
    const { connect, append, read, received, pass, connections } = openFeed();
    connect();
    append(newRows('faqs', 200));
    await pass(STEP);
    append(newRows('draws', 10));
    await pass(STREAM_LIMITS.messageWindow);
    read();
    expect(received.filter(({ table }) => table === 'draws')).toHaveLength(10);
    expect(mostInAnySecond(connections[0] ?? [])).toBeLessThanOrEqual(10);
  });

  test('does not drop or reorder the other changes', async () => {
    const { connect, append, read, received, pass } = openFeed();
    connect();
    append(newRows('faqs', 30));
    append([{ table: 'draws', row: 1 }]);
    await pass(10 * SECOND);
    read();
    const others = received.filter(({ table }) => table !== 'draws').map(({ id }) => id);
    expect(others).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  test('has a cursor of two numbers only while others are queued', async () => {
    const { connect, append, read, received, pass } = openFeed();
    connect();
    append(newRows('faqs', 9));
    append(newRows('draws', 1));
    await pass(5 * SECOND);
    read();
    expect(received.map(({ cursor }) => cursor)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((id) => `e.${id}`),
      'e.10-7',
      'e.8-10',
      'e.9-10',
    ]);
    append(newRows('faqs', 1));
    await pass(STEP);
    read();
    expect(received.at(-1)?.cursor).toBe('e.11');
  });
});

const anyChange = fc.record({
  table: fc.constantFrom(...TABLES),
  row: fc.nat({ max: 30 }),
});
const anySteps = fc.array(
  fc.record({
    changes: fc.array(anyChange, { maxLength: 40 }),
    pause: fc.nat({ max: 30 }),
    /** How many messages the client reads before it is disconnected; null if it stays connected. */
    disconnectAfter: fc.option(fc.nat({ max: 12 })),
  }),
  { minLength: 1, maxLength: 10 },
);

test('a client that reconnects at any point gets all missed changes in order, none twice', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { feed, received, connections, connect, append, reconnect, read, pass } = openFeed();
      connect();
      for (const { changes, pause, disconnectAfter } of steps) {
        append(changes);
        await pass(pause * STEP);
        if (disconnectAfter !== null) reconnect(disconnectAfter);
      }
      await pass(20 * SECOND);
      read();

      const ids = received.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
      for (const isResult of [true, false]) {
        const ofKind = received.filter(({ table }) => (table === 'draws') === isResult);
        expect(ofKind.map(({ id }) => id)).toEqual(ofKind.map(({ id }) => id).toSorted((a, b) => a - b));
      }
      const keyOf = ({ table, rowId }: { table: string; rowId: string }) => `${table} ${rowId}`;
      const lastStates = new Map(feed.map((entry) => [keyOf(entry), entry.id]));
      const lastReceived = new Map(received.map((change) => [keyOf(change), change.id]));
      expect(lastReceived).toEqual(
        new Map([...lastReceived.keys()].map((key) => [key, lastStates.get(key) ?? 0])),
      );
      expect(lastReceived.size).toBe(lastStates.size);
      for (const sentAt of connections) expect(mostInAnySecond(sentAt)).toBeLessThanOrEqual(10);
    }),
    { numRuns: 100 },
  );
});

const mostInAnySecond = (times: number[]): number =>
  Math.max(0, ...times.map((end) => times.filter((at) => at <= end && at > end - SECOND).length));
