/** Create rows with an Idempotency-Key, and repeat a request until it is acknowledged. */

import type { Random } from '../random.ts';
import { type Client, call } from './client.ts';
import type { Writer } from './writers.ts';

export interface Sender extends Writer {
  table: 'news_posts' | 'contact_messages';
  /** The acknowledged texts; each is stored exactly once. */
  acknowledged: string[];
  /** Sent without a response, and sent again by the next write. */
  unanswered: string | null;
  /** How often a request was repeated. */
  repetitions: number;
}

export const createArticleSender = (random: Random): Sender =>
  createSender('news_posts', random, (client, text) =>
    call(client, 'POST', '/api/admin/news', {
      body: { title: text, body: 'Read all about it.', author: 'Desk' },
      headers: { 'Idempotency-Key': text },
    }),
  );

export const createMessageSender = (random: Random): Sender =>
  createSender('contact_messages', random, (client, text, address) =>
    call(client, 'POST', '/api/contact', {
      body: {
        name: 'Ravi',
        phone: '+91 471 234 5678',
        email: 'ravi@example.org',
        message: text,
        consent: true,
      },
      // Each from its own network, because the number per network is limited.
      headers: { 'Idempotency-Key': text, 'X-Forwarded-For': address },
    }),
  );

function createSender(
  table: Sender['table'],
  random: Random,
  send: (client: Client, text: string, address: string) => Promise<Response>,
): Sender {
  let count = 0;
  const sender: Sender = {
    table,
    acknowledgements: 0,
    acknowledged: [],
    unanswered: null,
    repetitions: 0,
    async write(client) {
      if (sender.unanswered === null) count += 1;
      else sender.repetitions += 1;
      const text = sender.unanswered ?? `${table}-${random.seed}-${count}`;
      sender.unanswered = text;
      await send(client, text, `10.${count >> 16}.${(count >> 8) & 0xff}.${count & 0xff}`);
      sender.unanswered = null;
      sender.acknowledged.push(text);
      sender.acknowledgements += 1;
    },
  };
  return sender;
}
