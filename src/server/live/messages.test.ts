import { describe, expect, test } from 'bun:test';
import { INVALIDATION_TABLES, LIVE_TABLES } from '../../contract/live.ts';
import { mergeChanges } from '../../core/live.ts';
import type { Audience } from '../storage/feed/feed-cursor.ts';
import type { FeedEntry } from '../storage/feed/feed-store.ts';
import {
  createHello,
  createPing,
  createReset,
  type LiveMessage,
  type Message,
  messagesFor,
} from './messages.ts';

const text = (message?: Message) => new TextDecoder().decode(message?.eventBytes);
const entry = {
  id: 7,
  table: 'faqs',
  type: 'INSERT',
  rowId: 'a',
  row: '{"id":"a","question":"നറുക്ക്?"}',
} as const;

function toMessage(epoch: string, one: FeedEntry): LiveMessage {
  const [message] = messagesFor('admin', epoch, [one]);
  if (!message) throw new Error('no message');
  return message;
}

describe('a change', () => {
  test('contains its cursor and the unchanged row of the feed', () => {
    expect(text(toMessage('e1', entry).encodedAs('INSERT'))).toBe(
      'id: e1.7\nevent: change\ndata: {"table":"faqs","type":"INSERT","row":{"id":"a","question":"നറുക്ക്?"}}\n\n',
    );
  });

  test('is the same in the text of a WebSocket', () => {
    expect(JSON.parse(toMessage('e1', entry).encodedAs('INSERT').text)).toEqual({
      id: 'e1.7',
      event: 'change',
      data: { table: 'faqs', type: 'INSERT', row: { id: 'a', question: 'നറുക്ക്?' } },
    });
  });

  test('has a cursor of two ids if results were sent before others, its own id first', () => {
    const message = toMessage('e1', entry);
    expect(text(message.encodedAs('INSERT', { id: 7, results: 12 }))).toStartWith(
      'id: e1.7-12\nevent: change\n',
    );
    expect(text(message.encodedAs('INSERT', { id: 3, results: 7 }))).toStartWith(
      'id: e1.7-3\nevent: change\n',
    );
    expect(text(message.encodedAs('INSERT', { id: 7, results: 7 }))).toStartWith('id: e1.7\nevent: change\n');
  });

  test('is encoded once for all clients, and once more for another type', () => {
    const message = toMessage('e1', entry);
    expect(message.encodedAs('INSERT')).toBe(message.encodedAs('INSERT'));
    expect({ ...message, type: 'UPDATE' as const }.encodedAs('INSERT')).toBe(message.encodedAs('INSERT'));
    expect(message.encodedAs('INSERT').eventBytes).toBe(message.encodedAs('INSERT').eventBytes);
    expect(text(message.encodedAs('UPDATE'))).toContain('"type":"UPDATE"');
  });

  test('of a table that only invalidates a list is merged with others of that table', () => {
    const invalidation = (id: number, table: 'users' | 'activity') =>
      toMessage('e1', { id, table, type: 'UPDATE', rowId: `row-${id}`, row: `{"id":"row-${id}"}` });
    const waiting = [invalidation(1, 'users'), invalidation(2, 'activity'), invalidation(3, 'users')];
    const merged = mergeChanges([
      toMessage('e1', entry),
      ...waiting,
      toMessage('e1', { ...entry, rowId: 'b' }),
    ]);
    expect(merged.map(({ id, table }) => `${id} ${table}`)).toEqual([
      '7 faqs',
      '2 activity',
      '3 users',
      '7 faqs',
    ]);
    expect(text(merged[2]?.encodedAs('UPDATE'))).toContain('"row":{"id":"row-3"}');
  });
});

test('Editors get no messages of tables that only Admins may read', () => {
  const entries = [...LIVE_TABLES, ...INVALIDATION_TABLES].map((table, index) => ({
    ...entry,
    id: index + 1,
    table,
  }));
  const tablesFor = (audience: Audience) => messagesFor(audience, 'e1', entries).map(({ table }) => table);
  expect(tablesFor('admin')).toEqual([...LIVE_TABLES, ...INVALIDATION_TABLES]);
  expect(tablesFor('editor')).toEqual(['draws', 'news_posts', 'faqs', 'contact_messages', 'activity']);
});

test('hello has an id to resume from, unless a reset follows', () => {
  const hello = { time: '2026-11-15T00:00:00.000Z', cursor: 'e1.7', visitors: 3 };
  const data = `event: hello\ndata: ${JSON.stringify(hello)}\n\n`;
  expect(text(createHello(hello, true))).toBe(`id: e1.7\n${data}`);
  expect(text(createHello(hello, false))).toBe(data);
});

test('reset has data, because a browser ignores an event without data', () => {
  expect(text(createReset({ epoch: 'e2', id: 9 }))).toBe(
    'id: e2.9\nevent: reset\ndata: {"cursor":"e2.9"}\n\n',
  );
});

test('a message without an id has none in the text of a WebSocket either', () => {
  expect(createPing(0).text).toBe('{"event":"ping","data":{"time":"1970-01-01T00:00:00.000Z"}}');
});
