import { expect, test } from 'bun:test';
import { replyLink } from './reply.ts';

const message = {
  id: 'a',
  name: 'Asha & Co',
  phone: '1',
  email: 'asha+x@example.org',
  message: 'First line?\nSecond: 50% & more',
  consentAt: '',
  createdAt: '',
  answeredAt: null,
};

const bodyOf = (link: string) => new URL(link).searchParams.get('body');

test('a reply quotes the message, which cannot add another header', () => {
  const link = new URL(replyLink({ ...message, message: `${message.message}&bcc=everyone@example.org` }));
  expect(decodeURIComponent(link.pathname)).toBe('asha+x@example.org');
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(link.searchParams.get('body')).toBe(
    'Hello Asha & Co,\r\n\r\n\r\n> First line?\r\n> Second: 50% & more&bcc=everyone@example.org',
  );
});

test.each(['നന്ദി. ', 'word ', 'line\n'])(
  'quotes the beginning of a long message (%j), in whole words',
  (part) => {
    const link = replyLink({ ...message, message: part.repeat(700) });
    expect(link.length).toBeLessThanOrEqual(2_000);
    expect(link.length).toBeGreaterThan(1_900);
    expect(bodyOf(link)).toStartWith(`Hello Asha & Co,\r\n\r\n\r\n> ${part.trim()}`);
    expect(bodyOf(link)).toEndWith(' …');
  },
);

test('replaces invalid Unicode', () => {
  expect(bodyOf(replyLink({ ...message, name: '\ud800', message: 'a\udc00' }))).toContain('> a\ufffd');
});
