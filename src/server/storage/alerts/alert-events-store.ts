/** Events that staff are alerted to: stored by the transaction that causes them, sent by the watcher. */
import type { AlertMessage } from '../../../core/alert-texts.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { flag } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export interface AlertEvent {
  /** An event with the id of one that waits replaces its texts. */
  id: string;
  message: AlertMessage;
  isByMail: boolean;
  /** Who caused it and gets no message; null for visitors and the server. */
  actorId: string | null;
  /** The only account that gets it; all by default. */
  recipientId?: string;
  /** When its messages are to be queued. */
  at: Instant;
}

/** One statement: the messages are queued afterwards, in another transaction. */
export async function insertAlertEvent(
  tx: Writer,
  { id, message, isByMail, actorId, recipientId, at }: AlertEvent,
): Promise<void> {
  await tx
    .insertInto('alert_events')
    .values({
      id,
      ...message,
      by_mail: flag(isByMail),
      actor_id: actorId,
      recipient_id: recipientId ?? null,
      at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(message))
    .execute();
}

/** The events whose messages are to be queued, the oldest first. */
export const readDueEvents = (db: Reader, now: Instant): Promise<Row<'alert_events'>[]> =>
  db.selectFrom('alert_events').selectAll().where('at', '<=', now).orderBy('at').execute();

export async function removeAlertEvent(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('alert_events').where('id', '=', id).execute();
}

export async function removeAllAlertEvents(tx: Writer): Promise<void> {
  await tx.deleteFrom('alert_events').execute();
}
