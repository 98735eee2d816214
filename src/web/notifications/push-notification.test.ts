import { describe, expect, test } from 'bun:test';
import type { AlertPush, ResultPush } from '../../contract/push.ts';
import { describePush } from './push-notification.ts';

const RESULT: ResultPush = {
  drawNo: 'SC151120263',
  date: '2026-11-15',
  slot: '14:00',
  digits: '74227',
  language: 'en',
  url: '/draws/SC151120263',
};

test('a result has its digits in the title, and its draw number as tag', () => {
  expect(describePush(JSON.stringify(RESULT), 'ml')).toEqual({
    title: '02:00 PM result: 7 4 2 2 7',
    options: {
      body: 'SC151120263 · 15 November 2026',
      tag: 'SC151120263',
      lang: 'en',
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url: '/draws/SC151120263' },
    },
  });
});

test('a result is shown in its own language', () => {
  const pushed: ResultPush = { ...RESULT, digits: '00700', language: 'ml', url: '/ml/draws/SC151120263' };
  const { title, options } = describePush(JSON.stringify(pushed), 'en');
  expect(title).toBe('02:00 PM ഫലം: 0 0 7 0 0');
  expect(options.body).toBe('SC151120263 · 2026 നവംബർ 15');
  expect(options.lang).toBe('ml');
  expect(options.data.url).toBe('/ml/draws/SC151120263');
});

test('an alert is shown as it is', () => {
  const alert: AlertPush = {
    title: 'The 02:00 PM result is missing',
    body: 'Enter it.',
    url: '/admin',
    tag: 'a',
  };
  expect(describePush(JSON.stringify(alert), 'en')).toEqual({
    title: alert.title,
    options: {
      body: alert.body,
      tag: 'a',
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url: '/admin' },
    },
  });
});

describe('a message that cannot be read says that there is a new result', () => {
  const { digits: _, ...incomplete } = RESULT;
  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['no object', 'null'],
    ['a list', '[]'],
    ['a result without digits', JSON.stringify(incomplete)],
    ['an unknown slot', JSON.stringify({ ...RESULT, slot: '03:00' })],
    ['an unknown language', JSON.stringify({ ...RESULT, language: 'ta' })],
    ['a name that every object has as language', JSON.stringify({ ...RESULT, language: 'toString' })],
    ['no date', JSON.stringify({ ...RESULT, date: 'today' })],
    ['an alert without address', JSON.stringify({ title: 'a', body: 'b', tag: 'c' })],
    ['a title that is no text', JSON.stringify({ title: 1, body: 'b', tag: 'c', url: '/' })],
  ])('%s', (_name, text) => {
    const { title, options } = describePush(text, 'en');
    expect([title, options.body]).toEqual(['Swarna Chakra', 'A new result has been published.']);
    expect(options.data.url).toBe('/');
    expect(describePush(text, 'ml').options).toMatchObject({ lang: 'ml', data: { url: '/ml' } });
  });
});
