/** The queue of mails: written in the transaction that causes a mail, emptied by the mailer. */
import type { Instant } from '../../../core/ist-time.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string | null;
}

export type Mail = MailText & { to: string };
export type QueuedMail = Row<'mails'>;

/** `trouble`: about an incident, or about what somebody did. `contact`: about a message of a visitor. */
export type AlertKind = 'trouble' | 'contact';

interface QueueOptions {
  /** Of a mail that is discarded when its recipient no longer wants it. */
  alertKind?: AlertKind;
  alertId?: string;
}

export async function enqueueMail(
  tx: Writer,
  { to, ...content }: Mail,
  now: Instant,
  { alertKind, alertId }: QueueOptions = {},
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: crypto.randomUUID(),
      recipient: to,
      ...content,
      alert_kind: alertKind ?? null,
      alert_id: alertId ?? null,
      attempts: 0,
      next_attempt_at: now,
      last_error: null,
      created_at: now,
    })
    .execute();
}

/** Queues a mail about contact messages for later; until it is sent, another one with the same key and address replaces its content. */
export async function scheduleContactMail(
  tx: Writer,
  key: string,
  { to, ...content }: Mail,
  sendAt: Instant,
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: Bun.randomUUIDv5(`${key} ${to}`, 'url'),
      recipient: to,
      ...content,
      alert_kind: 'contact',
      alert_id: null,
      attempts: 0,
      next_attempt_at: sendAt,
      last_error: null,
      created_at: sendAt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
    .execute();
}

export async function hasDueMails(db: Reader, now: Instant): Promise<boolean> {
  const due = await db
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .limit(1)
    .execute();
  return due.length > 0;
}

/** Claims due mails for this node: until `claimedUntil` they are not due for others. */
export async function claimDueMails(
  tx: Writer,
  now: Instant,
  claimedUntil: Instant,
  limit: number,
): Promise<QueuedMail[]> {
  await removeAlertsToNobody(tx);
  const due = tx
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit);
  return tx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: claimedUntil }))
    .where('id', 'in', due)
    .where('next_attempt_at', '<=', now)
    .returningAll()
    .execute();
}

export async function postponeMail(tx: Writer, id: string, until: Instant, error: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ next_attempt_at: until, last_error: error })
    .where('id', '=', id)
    .execute();
}

export async function removeMail(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('mails').where('id', '=', id).execute();
}

const queuedAlerts = (tx: Writer) => tx.deleteFrom('mails').where('alert_kind', 'is not', null);

export async function removeQueuedAlerts(tx: Writer): Promise<void> {
  await queuedAlerts(tx).execute();
}

export async function removeQueuedAlertsTo(tx: Writer, recipient: string, kind: AlertKind): Promise<void> {
  await queuedAlerts(tx).where('recipient', '=', recipient).where('alert_kind', '=', kind).execute();
}

/** Of those that are not sent yet. */
export async function removeMailsOfAlert(tx: Writer, alertId: string): Promise<void> {
  await queuedAlerts(tx).where('alert_id', '=', alertId).execute();
}

/** An account that was disabled or deleted after the mail was queued gets no alert. */
const removeAlertsToNobody = (tx: Writer) =>
  queuedAlerts(tx)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user')
            .select('user.id')
            .whereRef('user.email', '=', 'mails.recipient')
            .where('user.disabled', '=', false),
        ),
      ),
    )
    .execute();

/** How many mails wait to be sent, and when the oldest was created; null without one. */
export async function readMailQueue(
  db: Reader,
  now: Instant,
): Promise<{ waiting: number; oldestAt: Instant | null }> {
  const { waiting, oldestAt } = await db
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldestAt')])
    // A mail scheduled for later has that time as `created_at`.
    .where('created_at', '<=', now)
    .executeTakeFirstOrThrow();
  return { waiting, oldestAt };
}

/** When the oldest mail with a failed attempt was created; null without one. */
export async function readFailingSince(db: Reader): Promise<Instant | null> {
  const row = await db
    .selectFrom('mails')
    .select('created_at')
    .where('last_error', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
