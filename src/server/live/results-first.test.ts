import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type GroupClient,
  mostInAnySecond,
  openGroup,
  STEP,
  TRANSPORTS,
  type Transport,
} from '../../../tests/support/stream-group.ts';
import { SECOND } from '../../core/ist-time.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

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
function openFeed(transport: Transport = 'server-sent events') {
  const group = openGroup();
  const feed: FeedEntry[] = [];
  const received: Received[] = [];
  const connections: GroupClient[] = [];
  let cursor = 'e.0';
  let messagesRead = 0;

  function connect(): void {
    messagesRead = 0;
    connections.push(group.connect({ transport, after: cursor }));
  }

  function read(most = Number.POSITIVE_INFINITY): void {
    const messages = connections.at(-1)?.received ?? [];
    const unread = messages.slice(messagesRead, messagesRead + most);
    messagesRead += unread.length;
    for (const { event, id, data, at } of unread) {
      if (event !== 'change' || id === null) continue;
      cursor = id;
      const { table, row } = data as { table: string; row: { id: string } };
      received.push({ id: Number.parseInt(id.slice(2), 10), table, rowId: row.id, cursor, at });
    }
  }

  return {
    feed,
    received,
    connections,
    connect,
    read,
    pass: group.pass,
    append(changes: readonly { table: Table; row: number }[]) {
      const entries = changes.map(({ table, row }, index): FeedEntry => {
        const id = feed.length + index + 1;
        const rowId = `row ${row}`;
        return { id, table, type: 'UPDATE', rowId, row: JSON.stringify({ id: rowId, state: id }) };
      });
      feed.push(...entries);
      group.publish(...entries);
    },
    /** Unread messages are lost. */
    reconnect(most: number) {
      read(most);
      connections.at(-1)?.disconnect();
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
    expect(mostInAnySecond(connections[0]?.received ?? [])).toBeLessThanOrEqual(10);
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
    fc.asyncProperty(anySteps, fc.constantFrom(...TRANSPORTS), async (steps, transport) => {
      const { feed, received, connections, connect, append, reconnect, read, pass } = openFeed(transport);
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
      for (const { received: sent } of connections) expect(mostInAnySecond(sent)).toBeLessThanOrEqual(10);
    }),
    { numRuns: 100 },
  );
});
