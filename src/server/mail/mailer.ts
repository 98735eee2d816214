/** Sends queued mails, with retries, on one node at a time. */
import { SYSTEM } from '../../core/actor.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import { claimAfterOutages, recordSent } from '../outgoing/database-outages.ts';
import { createPeriodicTask } from '../periodic-task.ts';
import type { Database } from '../storage/engines/database.ts';
import { appendActivity } from '../storage/feed/activity-store.ts';
import {
  claimDueMails,
  hasDueMails,
  postponeMail,
  type QueuedMail,
  removeMail,
} from '../storage/operations/mails-store.ts';
import type { Writer } from '../storage/schema.ts';
import { createDelivery, type TransportParts } from './transport.ts';

const POLL_EVERY = 5 * SECOND;
const AT_ONCE = 5;
/** Longer than any delivery takes; afterwards other nodes can send the mails of a node that crashed. */
const CLAIMED_FOR = 10 * MINUTE;
const STOP_WITHIN = 2 * SECOND;

export interface MailerParts extends TransportParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
}

export interface Mailer {
  /** Starts the delivery of queued mails; does not wait and does not throw. */
  wake(): void;
  /** By this node since the start. */
  totals(): MailTotals;
  start(): void;
  stop(): Promise<void>;
}

interface MailTotals {
  sent: number;
  /** Attempts, not mails. */
  failedAttempts: number;
  givenUp: number;
}

export function createMailer({ database, clock, timers, log, ...transport }: MailerParts): Mailer {
  const deliver = createDelivery(transport);
  const totals: MailTotals = { sent: 0, failedAttempts: 0, givenUp: 0 };
  const task = createPeriodicTask({
    run: deliverDue,
    nextRunAfter: () => POLL_EVERY,
    failure: 'mails cannot be sent',
    timers,
    log,
  });

  async function deliverDue(): Promise<void> {
    for (;;) {
      if (task.isStopped() || !(await hasDueMails(database.db, clock.now()))) return;
      const mails = await claimAfterOutages(database, claimDue);
      await Promise.all(mails.map(deliverOne));
    }
  }

  async function claimDue(tx: Writer): Promise<QueuedMail[]> {
    const now = clock.now();
    return task.isStopped() ? [] : claimDueMails(tx, now, now + CLAIMED_FOR, AT_ONCE);
  }

  async function deliverOne(mail: QueuedMail): Promise<void> {
    try {
      await deliver(mail);
    } catch (error) {
      totals.failedAttempts += 1;
      return retryLater(mail, error instanceof Error ? error.message : String(error));
    }
    totals.sent += 1;
    await recordSent(database, (tx) => removeMail(tx, mail.id), task.isStopped);
    log.info('mail sent', { id: mail.id, attempts: mail.attempts });
  }

  async function retryLater(mail: QueuedMail, error: string): Promise<void> {
    const next = nextAttemptAt(clock.now(), mail);
    if (next === null) return giveUp(mail, error);
    await database.write((tx) => postponeMail(tx, mail.id, next, error));
    log.warn('mail not sent', { id: mail.id, attempts: mail.attempts, error });
  }

  /** Recorded in the activity log, without the text, which may contain a sign-in link. */
  async function giveUp(mail: QueuedMail, error: string): Promise<void> {
    await database.write(async (tx) => {
      await removeMail(tx, mail.id);
      await appendActivity(tx, {
        at: clock.now(),
        type: 'system',
        action: 'Gave up sending a mail',
        actor: SYSTEM,
        target: mail.recipient,
        before: null,
        after: { subject: mail.subject, attempts: mail.attempts, error },
      });
    });
    totals.givenUp += 1;
    log.error('mail abandoned after the last attempt', { id: mail.id, attempts: mail.attempts, error });
  }

  return {
    wake: task.wake,
    totals: () => totals,
    start: task.start,
    stop: () => task.stop(STOP_WITHIN),
  };
}

const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 6 * HOUR;
const GIVEN_UP_AFTER = 3 * DAY;

/** Each pause is twice as long as the one before; null if the mail is given up. */
export function nextAttemptAt(now: Instant, mail: { attempts: number; created_at: Instant }): Instant | null {
  if (now - mail.created_at >= GIVEN_UP_AFTER) return null;
  return now + Math.min(FIRST_PAUSE * 2 ** (mail.attempts - 1), LONGEST_PAUSE);
}
