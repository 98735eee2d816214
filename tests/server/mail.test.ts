/** Mails are queued in the transaction that causes them, and delivered or retried. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DAY, HOUR, MINUTE } from '../../src/core/ist-time.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { enqueueMail, readFailingSince } from '../../src/server/storage/operations/mails-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { createTestDatabase } from '../support/postgres.ts';
import {
  cleanups,
  hasFailed,
  isEmpty,
  logged,
  newMailer,
  newMailServer,
  newOutbox,
  queueOf,
  send,
  stopMailersAfterEach,
  time,
} from './mail-site.ts';
import { until } from './webhook-site.ts';

const MAIL = { to: 'meera@example.org', subject: 'Hello', text: 'A text.\n', html: '<p>A text.</p>\n' };
/** Nobody listens there. */
const NOWHERE = 'smtp://127.0.0.1:1';

stopMailersAfterEach();

describeOnBothDatabases('the mailer', ({ onSqlite, open }) => {
  test('delivers a mail as text and HTML, and deletes it from the queue', async () => {
    const database = await open();
    const server = await newMailServer();
    const mailer = newMailer(database, server.url);
    await send(database, mailer, MAIL);
    await until(() => isEmpty(database));
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ from: 'no-reply@results.example', to: [MAIL.to] });
    expect(server.received[0]?.source).toContain('Subject: Hello\r\n');
    expect(server.received[0]?.source).toContain('Content-Type: text/plain');
    expect(server.received[0]?.source).toContain('Content-Type: text/html');
    expect(await readFailingSince(database.db)).toBeNull();
  });

  test('does not send a mail of a transaction that was rolled back', async () => {
    const database = await open();
    const server = await newMailServer();
    const mailer = newMailer(database, server.url);
    const change = database.write(async (tx) => {
      await enqueueMail(tx, MAIL, time.now);
      throw new Error('no after all');
    });
    await expect(change).rejects.toThrow('no after all');
    await send(database, mailer, { ...MAIL, to: 'another@example.org' });
    await until(() => isEmpty(database));
    expect(server.received.map(({ to }) => to)).toEqual([['another@example.org']]);
  });

  onSqlite('sends the mail when a server that was down is up again', async () => {
    const database = await open();
    const first = await startMailServer();
    await first.stop();
    const mailer = newMailer(database, first.url);
    const since = time.now;
    await send(database, mailer, MAIL);
    await until(() => hasFailed(database));
    expect(await readFailingSince(database.db)).toBe(since);

    const again = await newMailServer(first.port);
    mailer.wake();
    await Bun.sleep(100);
    expect(again.received).toEqual([]); // not due yet
    time.now += MINUTE;
    mailer.wake();
    await until(() => isEmpty(database));
    expect(again.received).toHaveLength(1);
    expect(await readFailingSince(database.db)).toBeNull();
  });

  onSqlite('send does not wait for a slow server', async () => {
    const database = await open();
    const server = await newMailServer();
    server.slowness = 1_000;
    const mailer = newMailer(database, server.url);
    for (let count = 0; count < 3; count += 1) await send(database, mailer, MAIL);
    expect(server.received).toEqual([]);
    await until(() => isEmpty(database));
    expect(server.received).toHaveLength(3);
  });

  onSqlite('a server that does not respond times out', async () => {
    const database = await open();
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    cleanups.push(() => void silent.close());
    await until(() => silent.listening);
    const { port } = silent.address() as { port: number };
    const mailer = newMailer(database, `smtp://127.0.0.1:${port}`, { timeout: 300 });
    await send(database, mailer, MAIL);
    await until(() => hasFailed(database));
    expect((await queueOf(database))[0]).toMatchObject({ attempts: 1, next_attempt_at: time.now + MINUTE });
  });

  test('a refused mail is retried at growing intervals, then given up and logged', async () => {
    const database = await open();
    const server = await newMailServer();
    server.refusal = 'We do not know this person';
    const mailer = newMailer(database, server.url);
    const started = time.now;
    await send(database, mailer, { ...MAIL, text: 'https://results.example/secret-link' });
    const pauses: number[] = [];
    for (let attempts = 1; !(await isEmpty(database)); attempts += 1) {
      await until(async () => (await queueOf(database))[0]?.last_error !== null);
      const [mail] = await queueOf(database);
      expect(mail?.last_error).toContain('We do not know this person');
      pauses.push((mail?.next_attempt_at ?? 0) - time.now);
      time.now = mail?.next_attempt_at ?? 0;
      mailer.wake();
      await until(async () => (await queueOf(database))[0]?.attempts !== attempts && isAttemptOver(database));
    }
    expect(pauses.slice(0, 4)).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]);
    expect(pauses.at(-1)).toBe(6 * HOUR);
    expect(time.now - started).toBeGreaterThanOrEqual(3 * DAY);
    expect(await readFailingSince(database.db)).toBeNull();
    expect(mailer.totals()).toMatchObject({ givenUp: 1 });
    const { items } = await listActivity(database.db, { limit: 10 });
    expect(items).toMatchObject([{ type: 'system', user: 'System', target: MAIL.to }]);
    expect(JSON.stringify(items)).not.toContain('secret-link');
    expect(logged.join()).toContain('mail abandoned after the last attempt');
    expect(logged.join()).not.toContain('secret-link');
    expect(server.received).toEqual([]);
  });

  onSqlite('a mail queued before a restart is sent after it', async () => {
    const database = await open();
    const before = newMailer(database, NOWHERE);
    await send(database, before, MAIL);
    await until(() => hasFailed(database));
    await before.stop();
    time.now += MINUTE;
    const server = await newMailServer();
    newMailer(database, server.url).start();
    await until(() => isEmpty(database));
    expect(server.received).toHaveLength(1);
  });

  test('a mail claimed by a node that ended is sent by another after the claim expires', async () => {
    const database = await open();
    const server = await newMailServer();
    await database.write((tx) => enqueueMail(tx, MAIL, time.now));
    const claim = { next_attempt_at: time.now + 10 * MINUTE, attempts: 1 };
    await database.write(async (tx) => void (await tx.updateTable('mails').set(claim).execute()));
    const mailer = newMailer(database, server.url);
    mailer.wake();
    await Bun.sleep(100);
    expect(server.received).toEqual([]);
    time.now += 10 * MINUTE;
    mailer.wake();
    await until(() => isEmpty(database));
    expect(server.received).toHaveLength(1);
  });

  onSqlite('without a mail server mails are written to files that only the owner can read', async () => {
    const database = await open();
    const outbox = newOutbox();
    const mailer = newMailer(database, null, { outbox });
    await send(database, mailer, MAIL);
    await until(() => isEmpty(database));
    const [file = '', ...others] = readdirSync(outbox);
    expect(others).toEqual([]);
    expect(file).toMatch(/\.eml$/);
    expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600);
    const source = readFileSync(join(outbox, file), 'utf8');
    expect(source).toContain(`To: ${MAIL.to}`);
    expect(source).toContain('A text.');
  });

  onSqlite('a mail is retried if the outbox cannot be written', async () => {
    const database = await open();
    const mailer = newMailer(database, null, { outbox: '/dev/null/outbox' });
    await send(database, mailer, MAIL);
    await until(() => hasFailed(database));
    expect(await readFailingSince(database.db)).toBe(time.now);
  });

  onSqlite('an address or a subject cannot add a header or a recipient', async () => {
    const database = await open();
    const server = await newMailServer();
    const mailer = newMailer(database, server.url);
    await send(database, mailer, {
      ...MAIL,
      to: 'eve@example.org, everyone@example.org\r\nBcc: more@example.org',
      subject: 'Hello\r\nBcc: even-more@example.org\r\n\r\nA new body',
    });
    await send(database, mailer, MAIL);
    await until(() => server.received.length > 0 && hasFailed(database));
    const recipients = server.received.flatMap(({ to }) => to);
    expect(recipients).not.toContain('everyone@example.org');
    expect(recipients).not.toContain('more@example.org');
    for (const { source } of server.received) {
      const [head = ''] = source.split('\r\n\r\n');
      expect(head).not.toMatch(/^Bcc:/im);
      expect(head).toMatch(/^Content-Type:/im);
    }
  });
});

/** Whether the mail waits for its next attempt or is deleted. */
async function isAttemptOver(database: Database): Promise<boolean> {
  const [mail] = await queueOf(database);
  return !mail || mail.next_attempt_at - time.now !== 10 * MINUTE;
}

test('several nodes send each mail once', async () => {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  const server = await newMailServer();
  const nodes = await Promise.all([1, 2, 3].map(() => openDatabase({ kind: 'postgres', url })));
  for (const node of nodes) cleanups.push(() => node.close());
  const [database] = nodes as [Database];
  const mails = Array.from({ length: 30 }, (_, index) => ({ ...MAIL, to: `user${index}@example.org` }));
  await database.write(async (tx) => {
    for (const mail of mails) await enqueueMail(tx, mail, time.now);
  });
  for (const node of nodes) newMailer(node, server.url).wake();
  await until(() => isEmpty(database));
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual(mails.map(({ to }) => to).sort());
});
