import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { SECOND } from '../../core/ist-time.ts';
import type { ChangeType } from '../../core/live.ts';
import { EventStream } from './event-stream.ts';
import { type LiveMessage, toMessage } from './messages.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

const HELLO = new TextEncoder().encode('event: hello\n\n');
const START = { epoch: 'e', id: 0, results: 0 };
const STEP = 50;
/** Messages that are sent at once besides results: one of ten is `hello`, two are reserved for results. */
const AT_ONCE = 7;

const change = (id: number, rowId: string, type: ChangeType = 'UPDATE', filling = ''): LiveMessage =>
  toMessage('e', { id, table: 'faqs', type, rowId, row: JSON.stringify({ id: rowId, filling }) });

/** A stream with a client that reads everything or nothing. */
function openStream({ missed = [], reads = true }: { missed?: LiveMessage[]; reads?: boolean } = {}) {
  const time = stepTimeFrom(0);
  const received: { at: number; text: string }[] = [];
  let endings = 0;
  let closedWith: Error | 'nothing' | null = null;
  const stream = new EventStream(time, STREAM_LIMITS, () => {
    endings += 1;
  });
  stream.queueHello(HELLO, { cursor: START, missed });
  stream.connect({
    write(bytes) {
      received.push({ at: time.timers.elapsed(), text: new TextDecoder().decode(bytes) });
      return reads ? bytes.byteLength : new Promise(() => {});
    },
    flush() {},
    close(error) {
      closedWith = error ?? 'nothing';
    },
  });
  return {
    stream,
    received,
    endings: () => endings,
    closedWith: () => closedWith,
    changes: () =>
      received.flatMap(({ text }) => {
        const [, id, type] = /^id: e\.(\d+)\nevent: change\n.*"type":"(\w+)"/.exec(text) ?? [];
        return id ? [`${id} ${type}`] : [];
      }),
    /** Advances the time and checks the stream every second, as the server does. */
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += STEP) {
        await time.advanceBy(STEP);
        if (time.timers.elapsed() % SECOND === 0) stream.check();
      }
    },
  };
}

const mostInAnySecond = (times: number[]): number =>
  Math.max(...times.map((end) => times.filter((at) => at <= end && at > end - SECOND).length));

describe('the rate limit', () => {
  test('sends a few changes at once without merging', async () => {
    const { stream, changes, pass } = openStream();
    for (let id = 1; id <= AT_ONCE; id += 1) stream.receive(change(id, 'a'));
    await pass(STEP);
    expect(changes()).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => `${id} UPDATE`));
  });

  test('merges changes of the same row over ten a second, and drops none', async () => {
    const { stream, changes, pass } = openStream();
    for (let id = 1; id <= 30; id += 1) stream.receive(change(id, id % 2 ? 'odd' : 'even'));
    await pass(STEP);
    expect(changes()).toHaveLength(AT_ONCE);
    await pass(2 * SECOND);
    expect(changes().slice(AT_ONCE)).toEqual(['29 UPDATE', '30 UPDATE']);
  });

  test('gives a merged change the type of the whole change of the row', async () => {
    const { stream, changes, pass } = openStream();
    for (let id = 1; id <= AT_ONCE; id += 1) stream.receive(change(id, 'a'));
    stream.receive(change(10, 'b', 'INSERT'));
    stream.receive(change(11, 'b', 'UPDATE'));
    stream.receive(change(12, 'c', 'UPDATE'));
    stream.receive(change(13, 'c', 'DELETE'));
    await pass(2 * SECOND);
    expect(changes().slice(AT_ONCE)).toEqual(['11 INSERT', '13 DELETE']);
  });

  test('merges missed changes if they are too many to send at once', async () => {
    const missed = Array.from({ length: 40 }, (_, index) => change(index + 1, index < 39 ? 'a' : 'b'));
    const { changes, pass } = openStream({ missed });
    await pass(STEP);
    expect(changes()).toEqual(['39 UPDATE', '40 UPDATE']);
  });

  test('sends at most ten messages in any second, and the last state of each row in order', async () => {
    const anyBursts = fc.array(
      fc.record({ pause: fc.nat({ max: 30 }), rows: fc.array(fc.nat({ max: 24 }), { maxLength: 30 }) }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(anyBursts, async (bursts) => {
        const { stream, received, changes, pass } = openStream();
        const lastChange = new Map<number, number>();
        let id = 0;
        for (const { pause, rows } of bursts) {
          for (const row of rows) {
            id += 1;
            lastChange.set(row, id);
            stream.receive(change(id, `row ${row}`));
          }
          await pass(pause * STEP);
        }
        await pass(5 * SECOND);
        expect(mostInAnySecond(received.map(({ at }) => at))).toBeLessThanOrEqual(10);
        const ids = changes().map((text) => Number.parseInt(text, 10));
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect(ids).toEqual([...new Set(ids)]);
        expect(ids).toEqual(expect.arrayContaining([...lastChange.values()]));
      }),
      { numRuns: 25 },
    );
  });
});

describe('a feed that was replaced', () => {
  test('replaces the queued messages by a reset', async () => {
    const { stream, received, pass } = openStream();
    for (let id = 1; id <= 20; id += 1) stream.receive(change(id, `row ${id}`));
    stream.restart({ epoch: 'f', id: 3 });
    stream.receive(change(4, 'after'));
    await pass(3 * SECOND);
    const texts = received.map(({ text }) => text);
    expect(texts).toHaveLength(1 + AT_ONCE + 2);
    expect(texts.at(-2)).toContain('event: reset');
    expect(texts.at(-1)).toContain('"after"');
  });
});

describe('a silent stream', () => {
  test('gets a ping with the server time and a comment line after 15 seconds', async () => {
    const { received, pass } = openStream();
    await pass(80 * SECOND);
    const pings = received.slice(1);
    expect(pings.map(({ at }) => at)).toEqual([15, 30, 45, 60, 75].map((seconds) => seconds * SECOND));
    expect(pings.map(({ text }) => text)).toEqual(
      pings.map(({ at }) => `:\nevent: ping\ndata: {"time":"${new Date(at).toISOString()}"}\n\n`),
    );
  });

  test('counts the ping as one of the ten messages', async () => {
    const { stream, received, pass } = openStream();
    await pass(15 * SECOND);
    for (let id = 1; id <= 30; id += 1) stream.receive(change(id, `row ${id}`));
    await pass(SECOND);
    expect(received.at(1)?.text).toContain('event: ping');
    expect(mostInAnySecond(received.map(({ at }) => at))).toBeLessThanOrEqual(10);
  });

  test('gets no ping while changes are sent', async () => {
    const { stream, received, pass } = openStream();
    for (let id = 1; id <= 4; id += 1) {
      await pass(14 * SECOND);
      stream.receive(change(id, 'a'));
    }
    expect(received.map(({ text }) => /event: (\w+)/.exec(text)?.[1])).toEqual([
      'hello',
      ...Array(4).fill('change'),
    ]);
  });
});

describe('a client that does not read', () => {
  const large = 'x'.repeat(60_000);

  test('is disconnected after 256 KiB', async () => {
    const { stream, endings, closedWith, pass } = openStream({ reads: false });
    for (let id = 1; id <= 4; id += 1) stream.receive(change(id, `row ${id}`, 'UPDATE', large));
    await pass(3 * SECOND);
    expect(endings()).toBe(0);
    stream.receive(change(5, 'row 5', 'UPDATE', large));
    await pass(3 * SECOND);
    expect(endings()).toBe(1);
    expect(closedWith()).toBeInstanceOf(Error);
  });

  test('is not disconnected while it reads', async () => {
    const { stream, endings, pass } = openStream();
    for (let id = 1; id <= 30; id += 1) stream.receive(change(id, `row ${id}`, 'UPDATE', large));
    await pass(6 * SECOND);
    expect(endings()).toBe(0);
  });
});

describe('end', () => {
  test('calls onEnd once and closes without an error', () => {
    const { stream, endings, closedWith } = openStream();
    stream.end();
    stream.end();
    expect(endings()).toBe(1);
    expect(closedWith()).toBe('nothing');
  });

  test('can be called before the connection', () => {
    let endings = 0;
    const stream = new EventStream(stepTimeFrom(0), STREAM_LIMITS, () => {
      endings += 1;
    });
    stream.queueHello(HELLO, { cursor: START, missed: [] });
    stream.end();
    expect(endings).toBe(1);
  });

  test('is called after 15 seconds without a connection', async () => {
    const time = stepTimeFrom(0);
    await time.advanceBy(10 * SECOND);
    let endings = 0;
    const stream = new EventStream(time, STREAM_LIMITS, () => {
      endings += 1;
    });
    stream.queueHello(HELLO, { cursor: START, missed: [] });
    await time.advanceBy(STREAM_LIMITS.silence - 1);
    stream.check();
    expect(endings).toBe(0);
    await time.advanceBy(1);
    stream.check();
    expect(endings).toBe(1);
  });

  test('stops all messages', async () => {
    const { stream, received, pass } = openStream();
    for (let id = 1; id <= 20; id += 1) stream.receive(change(id, `row ${id}`));
    stream.end();
    stream.receive(change(21, 'late'));
    await pass(20 * SECOND);
    expect(received).toHaveLength(1 + AT_ONCE);
  });
});
