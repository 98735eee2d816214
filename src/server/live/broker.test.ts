import { describe, expect, test } from 'bun:test';
import type { FeedCursor } from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { createBroker, type Subscriber } from './broker.ts';
import type { LiveMessage } from './messages.ts';

const entries = (...ids: number[]): FeedEntry[] =>
  ids.map((id) => ({ id, table: 'faqs', type: 'UPDATE', rowId: 'a', row: `{"id":"a","order":${id}}` }));

interface Listener extends Subscriber {
  got: LiveMessage[];
  restarts: FeedCursor[];
}

function listen(): Listener {
  const got: LiveMessage[] = [];
  const restarts: FeedCursor[] = [];
  return {
    got,
    restarts,
    receive: (message) => void got.push(message),
    restart: (position) => void restarts.push(position),
  };
}

const idsOf = (messages: readonly LiveMessage[] | null) => messages?.map(({ id }) => id) ?? null;

describe('publishing', () => {
  test('reaches everyone of the audience, in order, with the very same bytes', () => {
    const broker = createBroker();
    const [first, second, staff] = [listen(), listen(), listen()];
    broker.subscribe('public', first);
    broker.subscribe('public', second);
    broker.subscribe('admin', staff);
    broker.publish('public', entries(2, 5));
    broker.publish('public', entries(6));
    expect([idsOf(first.got), idsOf(second.got), idsOf(staff.got)]).toEqual([[2, 5, 6], [2, 5, 6], []]);
    const bytes = [first, second].map(({ got }) => got[0]?.bytesAs('UPDATE'));
    expect(bytes[0]).toBeInstanceOf(Uint8Array);
    expect(bytes[0]).toBe(bytes[1]);
  });

  test('moves the position of that audience alone', () => {
    const broker = createBroker();
    broker.restart('public', { epoch: 'e', id: 1 });
    broker.restart('admin', { epoch: 'e', id: 1 });
    broker.publish('admin', entries(2, 3));
    expect(broker.position('admin')).toEqual({ epoch: 'e', id: 3 });
    expect(broker.position('public')).toEqual({ epoch: 'e', id: 1 });
  });

  test('does not reach who has left', () => {
    const broker = createBroker();
    const gone = listen();
    broker.subscribe('public', gone)();
    broker.publish('public', entries(1));
    expect(gone.got).toEqual([]);
  });
});

describe('recalling', () => {
  test('gives what came after an id, and null where that is no longer remembered', () => {
    const broker = createBroker(3);
    broker.restart('public', { epoch: 'e', id: 10 });
    broker.publish('public', entries(11, 14, 15, 20));
    broker.publish('public', entries(21));
    expect(idsOf(broker.changesAfter('public', 13))).toBe(null);
    expect(idsOf(broker.changesAfter('public', 14))).toEqual([15, 20, 21]);
    expect(idsOf(broker.changesAfter('public', 17))).toEqual([20, 21]);
    expect(idsOf(broker.changesAfter('public', 21))).toEqual([]);
  });

  test('knows from the start that nothing came since', () => {
    const broker = createBroker();
    broker.restart('public', { epoch: 'e', id: 10 });
    expect(broker.changesAfter('public', 10)).toEqual([]);
    expect(broker.changesAfter('public', 9)).toBe(null);
  });
});

test('starting again tells everyone, and forgets what was', () => {
  const broker = createBroker();
  const listener = listen();
  broker.subscribe('public', listener);
  broker.publish('public', entries(1, 2));
  broker.restart('public', { epoch: 'other', id: 1 });
  expect(listener.restarts).toEqual([{ epoch: 'other', id: 1 }]);
  expect(broker.position('public')).toEqual({ epoch: 'other', id: 1 });
  expect(broker.changesAfter('public', 0)).toBe(null);
  expect(broker.changesAfter('public', 1)).toEqual([]);
});
