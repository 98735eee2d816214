import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { mostInAnySecond, openGroup, STEP, TRANSPORTS } from '../../../tests/support/stream-group.ts';
import { SECOND } from '../../core/ist-time.ts';
import type { ChangeType } from '../../core/live.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

/** Messages that are sent at once besides results: one of ten is `hello`, two are reserved for results. */
const AT_ONCE = 7;

const change = (id: number, rowId: string, type: ChangeType = 'UPDATE', filling = ''): FeedEntry => ({
  id,
  table: 'faqs',
  type,
  rowId,
  row: JSON.stringify({ id: rowId, filling }),
});

const changesOf = ({ received }: { received: { event: string; id: string | null; data: unknown }[] }) =>
  received
    .filter(({ event }) => event === 'change')
    .map(({ id, data }) => `${id?.slice(2)} ${(data as { type: string }).type}`);

describe.each(TRANSPORTS)('the rate limit, over %s', (transport) => {
  test('sends a few changes at once without merging', async () => {
    const { connect, publish, pass } = openGroup();
    const client = connect({ transport });
    for (let id = 1; id <= AT_ONCE; id += 1) publish(change(id, 'a'));
    await pass(STEP);
    expect(changesOf(client)).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => `${id} UPDATE`));
  });

  test('merges changes of the same row over ten a second, and drops none', async () => {
    const { connect, publish, pass } = openGroup();
    const client = connect({ transport });
    for (let id = 1; id <= 30; id += 1) publish(change(id, id % 2 ? 'odd' : 'even'));
    await pass(STEP);
    expect(changesOf(client)).toHaveLength(AT_ONCE);
    await pass(2 * SECOND);
    expect(changesOf(client).slice(AT_ONCE)).toEqual(['29 UPDATE', '30 UPDATE']);
  });

  test('gives a merged change the type of the whole change of the row', async () => {
    const { connect, publish, pass } = openGroup();
    const client = connect({ transport });
    for (let id = 1; id <= AT_ONCE; id += 1) publish(change(id, 'a'));
    publish(change(10, 'b', 'INSERT'), change(11, 'b', 'UPDATE'));
    publish(change(12, 'c', 'UPDATE'), change(13, 'c', 'DELETE'));
    await pass(2 * SECOND);
    expect(changesOf(client).slice(AT_ONCE)).toEqual(['11 INSERT', '13 DELETE']);
  });

  test('merges missed changes if they are too many to send at once', async () => {
    const { connect, publish, pass } = openGroup();
    for (let id = 1; id <= 40; id += 1) publish(change(id, id < 40 ? 'a' : 'b'));
    const client = connect({ transport, after: 'e.0' });
    await pass(STEP);
    expect(changesOf(client)).toEqual(['39 UPDATE', '40 UPDATE']);
  });
});

const anyBursts = fc.array(
  fc.record({
    pause: fc.nat({ max: 30 }),
    rows: fc.array(fc.nat({ max: 24 }), { maxLength: 30 }),
    /** Connects one more client after this many changes of the burst, in one of the ways. */
    arrival: fc.option(fc.record({ after: fc.nat({ max: 30 }), transport: fc.constantFrom(...TRANSPORTS) })),
  }),
  { minLength: 1, maxLength: 8 },
);

test('every client gets at most ten messages in any second, and the last state of each row in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyBursts, async (bursts) => {
      const { connect, publish, pass } = openGroup();
      const clients = TRANSPORTS.map((transport) => ({ since: 0, client: connect({ transport }) }));
      const lastChange = new Map<number, number>();
      let id = 0;
      for (const { pause, rows, arrival } of bursts) {
        for (const [index, row] of rows.entries()) {
          if (index === arrival?.after)
            clients.push({ since: id, client: connect({ transport: arrival.transport }) });
          id += 1;
          lastChange.set(row, id);
          publish(change(id, `row ${row}`));
        }
        await pass(pause * STEP);
      }
      await pass(5 * SECOND);
      for (const { since, client } of clients) {
        expect(mostInAnySecond(client.received)).toBeLessThanOrEqual(STREAM_LIMITS.messages);
        const ids = changesOf(client).map((text) => Number.parseInt(text, 10));
        expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
        expect(ids).toEqual(expect.arrayContaining([...lastChange.values()].filter((last) => last > since)));
        expect(ids.filter((sent) => sent <= since)).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});

describe.each(TRANSPORTS)('a client over %s', (transport) => {
  test('gets a reset instead of the queued messages when the feed was replaced', async () => {
    const { connect, publish, broker, pass } = openGroup();
    const { received } = connect({ transport });
    for (let id = 1; id <= 20; id += 1) publish(change(id, `row ${id}`));
    broker.restart('public', { epoch: 'f', id: 3 });
    publish(change(4, 'after'));
    await pass(3 * SECOND);
    expect(received).toHaveLength(1 + AT_ONCE + 2);
    expect(received.at(-2)?.event).toBe('reset');
    expect(received.at(-1)).toMatchObject({ event: 'change', data: { row: { id: 'after' } } });
  });

  test('gets a ping with the server time after 15 seconds of silence', async () => {
    const { connect, pass } = openGroup();
    await pass(7 * SECOND);
    const { received } = connect({ transport });
    await pass(80 * SECOND);
    const pings = received.slice(1);
    expect(pings.map(({ at }) => at)).toEqual([22, 37, 52, 67, 82].map((seconds) => seconds * SECOND));
    expect(pings).toMatchObject(
      pings.map(({ at }) => ({ event: 'ping', id: null, data: { time: new Date(at).toISOString() } })),
    );
  });

  test('gets the ping as one of ten messages', async () => {
    const { connect, publish, pass } = openGroup();
    const { received } = connect({ transport });
    await pass(15 * SECOND);
    for (let id = 1; id <= 30; id += 1) publish({ ...change(id, `row ${id}`), table: 'draws' });
    await pass(SECOND);
    expect(received.at(1)?.event).toBe('ping');
    expect(mostInAnySecond(received)).toBe(STREAM_LIMITS.messages);
  });

  test('gets no ping while changes are sent', async () => {
    const { connect, publish, pass } = openGroup();
    const { received } = connect({ transport });
    for (let id = 1; id <= 4; id += 1) {
      await pass(14 * SECOND);
      publish(change(id, 'a'));
    }
    expect(received.map(({ event }) => event)).toEqual(['hello', ...Array(4).fill('change')]);
  });

  test('that does not read is disconnected after 256 KiB', async () => {
    const large = 'x'.repeat(60_000);
    const { connect, publish, ended, pass } = openGroup();
    const [reader, sleeper] = [connect({ transport }), connect({ transport, reads: false })];
    for (let id = 1; id <= 4; id += 1) publish(change(id, `row ${id}`, 'UPDATE', large));
    await pass(3 * SECOND);
    expect(ended).toEqual([]);
    publish(change(5, 'row 5', 'UPDATE', large));
    await pass(3 * SECOND);
    expect(ended).toEqual([sleeper.client]);
    expect(sleeper.closed).toBe('with an error');
    for (let id = 6; id <= 30; id += 1) publish(change(id, `row ${id}`, 'UPDATE', large));
    await pass(6 * SECOND);
    expect(reader.closed).toBeNull();
    expect(changesOf(reader)).toHaveLength(30);
  });

  test('gets nothing after its end, which happens once and without an error', async () => {
    const { connect, publish, group, ended, pass } = openGroup();
    const connected = connect({ transport });
    for (let id = 1; id <= 20; id += 1) publish(change(id, `row ${id}`));
    group.endAll();
    connected.disconnect();
    publish(change(21, 'late'));
    await pass(20 * SECOND);
    expect(ended).toEqual([connected.client]);
    expect(connected.closed).toBe('gracefully');
    expect(connected.received).toHaveLength(1 + AT_ONCE);
  });

  test('that disconnects does not stop the messages of others', async () => {
    const { connect, publish, pass } = openGroup();
    const [first, second] = [connect({ transport }), connect({ transport })];
    first.disconnect();
    publish(change(1, 'a'));
    await pass(STEP);
    expect(changesOf(second)).toEqual(['1 UPDATE']);
  });
});

test('a ping begins with a comment line in server-sent events', async () => {
  const { connect, pass } = openGroup();
  const { received } = connect();
  await pass(15 * SECOND);
  expect(received.at(-1)?.raw).toBe(
    `:\nevent: ping\ndata: {"time":"${new Date(15 * SECOND).toISOString()}"}\n\n`,
  );
});

test('a client that was never connected ends after 15 seconds, or when it is cancelled', async () => {
  const { add, group, ended, pass } = openGroup();
  const [silent, cancelled] = [add(), add()];
  cancelled.cancel();
  expect(ended).toEqual([cancelled]);
  await pass(STREAM_LIMITS.silence - SECOND);
  expect(ended).toEqual([cancelled]);
  await pass(SECOND);
  expect(ended).toEqual([cancelled, silent]);
  expect(group.has(silent)).toBe(false);
});
