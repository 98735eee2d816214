import { describe, expect, test } from 'bun:test';
import type { FeedCursor } from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import { createBroker, type Subscriber } from './broker.ts';
import { type LiveMessage, Message } from './messages.ts';

const entries = (...ids: number[]): FeedEntry[] =>
  ids.map((id) => ({ id, table: 'faqs', type: 'UPDATE', rowId: 'a', row: `{"id":"a","order":${id}}` }));

interface TestSubscriber extends Subscriber {
  received: LiveMessage[];
  restarts: FeedCursor[];
}

function createSubscriber(): TestSubscriber {
  const received: LiveMessage[] = [];
  const restarts: FeedCursor[] = [];
  return {
    received,
    restarts,
    receive: (message) => void received.push(message),
    restart: (position) => void restarts.push(position),
  };
}

const idsOf = (messages: readonly LiveMessage[] | null) => messages?.map(({ id }) => id) ?? null;

describe('publish', () => {
  test('sends the same messages to every subscriber of the audience, in order', () => {
    const broker = createBroker();
    const [first, second, staff] = [createSubscriber(), createSubscriber(), createSubscriber()];
    broker.subscribe('public', first);
    broker.subscribe('public', second);
    broker.subscribe('admin', staff);
    broker.publish('public', entries(2, 5));
    broker.publish('public', entries(6));
    expect([idsOf(first.received), idsOf(second.received), idsOf(staff.received)]).toEqual([
      [2, 5, 6],
      [2, 5, 6],
      [],
    ]);
    const messages = [first, second].map(({ received }) => received[0]?.encodedAs('UPDATE'));
    expect(messages[0]).toBeInstanceOf(Message);
    expect(messages[0]).toBe(messages[1]);
  });

  test('changes only the position of that audience', () => {
    const broker = createBroker();
    broker.restart('public', { epoch: 'e', id: 1 });
    broker.restart('admin', { epoch: 'e', id: 1 });
    broker.publish('admin', entries(2, 3));
    expect(broker.position('admin')).toEqual({ epoch: 'e', id: 3 });
    expect(broker.position('public')).toEqual({ epoch: 'e', id: 1 });
  });

  test('does not send to a subscriber that has unsubscribed', () => {
    const broker = createBroker();
    const gone = createSubscriber();
    broker.subscribe('public', gone)();
    broker.publish('public', entries(1));
    expect(gone.received).toEqual([]);
  });
});

describe('changesAfter', () => {
  test('returns the changes after an id, and null if some are no longer stored', () => {
    const broker = createBroker(3);
    broker.restart('public', { epoch: 'e', id: 10 });
    broker.publish('public', entries(11, 14, 15, 20));
    broker.publish('public', entries(21));
    expect(idsOf(broker.changesAfter('public', 13))).toBe(null);
    expect(idsOf(broker.changesAfter('public', 14))).toEqual([15, 20, 21]);
    expect(idsOf(broker.changesAfter('public', 17))).toEqual([20, 21]);
    expect(idsOf(broker.changesAfter('public', 21))).toEqual([]);
  });

  test('returns an empty list for the position of a restart', () => {
    const broker = createBroker();
    broker.restart('public', { epoch: 'e', id: 10 });
    expect(broker.changesAfter('public', 10)).toEqual([]);
    expect(broker.changesAfter('public', 9)).toBe(null);
  });
});

test('restart notifies subscribers and deletes the stored changes', () => {
  const broker = createBroker();
  const subscriber = createSubscriber();
  broker.subscribe('public', subscriber);
  broker.publish('public', entries(1, 2));
  broker.restart('public', { epoch: 'other', id: 1 });
  expect(subscriber.restarts).toEqual([{ epoch: 'other', id: 1 }]);
  expect(broker.position('public')).toEqual({ epoch: 'other', id: 1 });
  expect(broker.changesAfter('public', 0)).toBe(null);
  expect(broker.changesAfter('public', 1)).toEqual([]);
});
