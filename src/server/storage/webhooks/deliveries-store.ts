/** Deliveries to webhooks: created from events, claimed by one node at a time, kept for the list in the panel. */
import { z } from 'zod';
import type { Draw } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import type { WebhookDelivery } from '../../../contract/webhooks.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { inBatches } from '../queries/batches.ts';
import { decodeCursor, type PageRequest, toPage } from '../queries/keyset.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type DeliveryRow = Row<'webhook_deliveries'>;

export const toDelivery = (row: DeliveryRow, now: Instant): WebhookDelivery => ({
  id: row.id,
  messageId: row.message_id,
  type: row.type,
  drawNo: row.draw_no,
  state: isClaimed(row, now) ? 'sending' : row.state,
  attempts: row.attempts,
  createdAt: isoOf(row.created_at),
  lastAttemptAt: row.last_attempt_at === null ? null : isoOf(row.last_attempt_at),
  nextAttemptAt: row.next_attempt_at === null ? null : isoOf(row.next_attempt_at),
  status: row.status,
  answer: row.answer,
  error: row.error,
  milliseconds: row.milliseconds,
});

/** Whether a node is sending it. */
const isClaimed = ({ claimed_until }: Pick<DeliveryRow, 'claimed_until'>, now: Instant): boolean =>
  claimed_until !== null && claimed_until > now;

/** The text that is signed and sent. */
export const messageBody = (type: DeliveryRow['type'], at: Instant, draw: Draw): string =>
  JSON.stringify({ type, timestamp: isoOf(at), data: draw });

export type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'message_id' | 'type' | 'draw_no' | 'body'
> &
  Partial<DeliveryRow>;

/** Pending and due at once, unless given otherwise. Numbered here, which is safe: there is one writer at a time. */
export async function insertDeliveries(
  tx: Writer,
  deliveries: readonly NewDelivery[],
  now: Instant,
): Promise<DeliveryRow[]> {
  const { last } = await tx
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const rows = deliveries.map((delivery, index) => ({
    state: 'pending' as const,
    attempts: 0,
    automatic_attempts: 0,
    created_at: now,
    next_attempt_at: now,
    claimed_until: null,
    last_attempt_at: null,
    status: null,
    answer: null,
    error: null,
    milliseconds: null,
    ...delivery,
    position: (last ?? 0) + index + 1,
  }));
  for (const batch of inBatches(rows)) await tx.insertInto('webhook_deliveries').values(batch).execute();
  return rows;
}

export const findDeliveryRow = (
  db: Reader,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();

export const updateDelivery = (
  tx: Writer,
  id: string,
  change: Partial<DeliveryRow>,
): Promise<DeliveryRow | undefined> =>
  tx.updateTable('webhook_deliveries').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Newest first. */
export async function listDeliveries(
  db: Reader,
  webhookId: string,
  { limit, cursor }: PageRequest,
  now: Instant,
): Promise<Page<WebhookDelivery>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(cursor !== undefined, (query) => query.where('position', '<', decodeCursor(cursor ?? '', z.int())))
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => toDelivery(row, now),
    ({ position }) => position,
  );
}

/** The newest delivery of each webhook. */
export const readLastDeliveries = (db: Reader): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('position', 'in', (eb) =>
      eb
        .selectFrom('webhooks')
        .select((inner) =>
          inner
            .selectFrom('webhook_deliveries as own')
            .select((last) => last.fn.max('own.position').as('position'))
            .whereRef('own.webhook_id', '=', 'webhooks.id')
            .as('position'),
        )
        .$narrowType<{ position: number }>(),
    )
    .execute();

/** Those that are not sent yet will not be sent automatically. */
export async function cancelPending(tx: Writer, webhookId: string, reason: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null, error: reason })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

/** Deletes those that are finished and were created before an instant. */
export async function pruneDeliveries(tx: Writer, before: Instant): Promise<void> {
  await tx
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .where('state', '!=', 'pending')
    .execute();
}
