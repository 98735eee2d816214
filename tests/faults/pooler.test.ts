/** PgBouncer in transaction mode: every acknowledged write is stored and reaches all nodes. */
import { expect, test } from 'bun:test';
import { SECOND } from '../../src/core/ist-time.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { isEvent, listenTo } from '../support/live-client.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { createTestDatabase, queryPostgres } from '../support/postgres.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

const cleanups = cleanUpAfterEach();

async function startNode(url: string): Promise<RunningServer> {
  const node = await startServer({
    DATABASE_URL: url,
    AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: 'a long and uncommon passphrase',
    TRUST_PROXY: '127.0.0.1',
  });
  cleanups.push(() => node.stop());
  return node;
}

const post = (node: RunningServer, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(node.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: node.url, ...headers },
    body: JSON.stringify(body),
  });

test.skipIf(!hasPgBouncer)(
  'every acknowledged write is stored and reaches the clients of another node',
  async () => {
    const { url, release } = await createTestDatabase();
    cleanups.push(release);
    const pooler = await startPgBouncer(url);
    cleanups.push(pooler.stop);
    const writer = await startNode(pooler.url);
    const reader = await startNode(pooler.url);
    const client = await listenTo(`${reader.url}/api/live`);
    cleanups.push(client.close);
    await client.waitFor(isEvent('hello'));

    const contacts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(
          index % 2 ? writer : reader,
          '/api/contact',
          {
            name: `Visitor ${index}`,
            phone: '9876543210',
            email: 'visitor@example.org',
            message: 'Hello',
            consent: true,
          },
          { 'X-Forwarded-For': `10.0.${index}.1` },
        ),
      ),
    );
    expect(new Set(contacts.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = await Promise.all(contacts.map(async (response) => (await response.json()).id));
    const stored = await queryPostgres<{ id: string }>(url, 'select id from contact_messages');
    expect(stored.map(({ id }) => id).sort()).toEqual(ids.sort());

    const signedIn = await post(writer, '/api/auth/sign-in/email', {
      email: 'admin@example.org',
      password: 'a long and uncommon passphrase',
    });
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const faq = await post(writer, '/api/admin/faqs', { question: 'Q?', answer: 'A.', order: 1 }, { Cookie });
    expect(faq.status).toBe(201);
    const { data } = await client.waitFor(isEvent('change'), 5 * SECOND);
    expect(data).toMatchObject({ table: 'faqs', type: 'INSERT', row: { question: 'Q?' } });
  },
  60_000,
);
