/** The queue of pushes to the devices of staff: a node claims what it sends. */
import type { Instant } from '../../../core/ist-time.ts';
import { inBatches } from '../queries/batches.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type QueuedPush = Row<'alert_pushes'> & Pick<Row<'alert_devices'>, 'p256dh' | 'auth'>;

/** Replaces those with the same topic that are not sent yet: what they say is no longer true. */
export async function enqueuePushes(
  tx: Writer,
  endpoints: readonly string[],
  { topic, payload }: { topic: string; payload: string },
  now: Instant,
): Promise<void> {
  const rows = endpoints.map((endpoint) => ({
    id: crypto.randomUUID(),
    endpoint,
    topic,
    payload,
    attempts: 0,
    next_attempt_at: now,
  }));
  await tx.deleteFrom('alert_pushes').where('topic', '=', topic).execute();
  for (const batch of inBatches(rows)) await tx.insertInto('alert_pushes').values(batch).execute();
}

export async function hasDuePushes(db: Reader, now: Instant): Promise<boolean> {
  const due = await db
    .selectFrom('alert_pushes')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .limit(1)
    .execute();
  return due.length > 0;
}

/** Claims due pushes for this node: until `claimedUntil` they are not due for others. */
export async function claimDuePushes(
  tx: Writer,
  now: Instant,
  claimedUntil: Instant,
  limit: number,
): Promise<QueuedPush[]> {
  await removePushesOfDisabled(tx);
  const due = await tx
    .selectFrom('alert_pushes')
    .innerJoin('alert_devices', 'alert_devices.endpoint', 'alert_pushes.endpoint')
    .selectAll('alert_pushes')
    .select(['alert_devices.p256dh', 'alert_devices.auth'])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  await tx
    .updateTable('alert_pushes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: claimedUntil }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
  return due.map((push) => ({ ...push, attempts: push.attempts + 1 }));
}

const removePushesOfDisabled = (tx: Writer) =>
  tx
    .deleteFrom('alert_pushes')
    .where('endpoint', 'in', (eb) =>
      eb
        .selectFrom('alert_devices')
        .innerJoin('user', 'user.id', 'alert_devices.user_id')
        .select('alert_devices.endpoint')
        .where('user.disabled', '=', true),
    )
    .execute();

export async function postponePush(tx: Writer, id: string, until: Instant): Promise<void> {
  await tx.updateTable('alert_pushes').set({ next_attempt_at: until }).where('id', '=', id).execute();
}

export async function removePushes(tx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('alert_pushes').where('id', 'in', ids).execute();
}

export async function removeAllAlertPushes(tx: Writer): Promise<void> {
  await tx.deleteFrom('alert_pushes').execute();
}
