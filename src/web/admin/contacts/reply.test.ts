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
};

test('a reply quotes the message, and nothing in it can become another header', () => {
  const link = new URL(replyLink({ ...message, message: `${message.message}&bcc=everyone@example.org` }));
  expect(decodeURIComponent(link.pathname)).toBe('asha+x@example.org');
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(link.searchParams.get('body')).toBe(
    'Hello Asha & Co,\r\n\r\n\r\n> First line?\r\n> Second: 50% & more&bcc=everyone@example.org',
  );
});
