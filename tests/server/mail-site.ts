/** Mailers and mail servers of a test, with a clock that the test sets. */
import { join } from 'node:path';
import type { Instant } from '../../src/core/ist-time.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { createLog } from '../../src/server/log.ts';
import { createMailer, type Mailer } from '../../src/server/mail/mailer.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { enqueueMail, type Mail } from '../../src/server/storage/operations/mails-store.ts';
import { type Cleanups, cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

export const time = { now: Date.parse('2026-11-15T06:00:00Z') };
export const logged: string[] = [];

export const cleanups: Cleanups = [];

/** Must be called by the test file. */
export const stopMailersAfterEach = () => cleanUpAfterEach(cleanups);

export function newMailer(
  database: Database,
  smtpUrl: string | null,
  { outbox = '/nowhere', timeout = 10_000 } = {},
): Mailer {
  const clock = { now: (): Instant => time.now };
  const log = createLog('debug', clock, (line) => logged.push(line));
  const from = 'Swarna Chakra <no-reply@results.example>';
  const mailer = createMailer({ database, clock, timers: systemTimers, log, smtpUrl, from, outbox, timeout });
  cleanups.push(() => mailer.stop());
  return mailer;
}

/** Queues a mail, and starts the delivery. */
export async function send(database: Database, mailer: Mailer, mail: Mail): Promise<void> {
  await database.write((tx) => enqueueMail(tx, mail, time.now));
  mailer.wake();
}

export async function newMailServer(port?: number): Promise<MailServer> {
  const server = await startMailServer(port);
  cleanups.push(() => server.stop());
  return server;
}

export function newOutbox(): string {
  const dataDir = makeDataDir();
  cleanups.push(dataDir.remove);
  return join(dataDir.path, 'outbox');
}

export const queueOf = ({ db }: Database) => db.selectFrom('mails').selectAll().execute();
export const isEmpty = async (database: Database) => (await queueOf(database)).length === 0;
export const hasFailed = async (database: Database) =>
  (await queueOf(database)).every((mail) => mail.last_error !== null);
