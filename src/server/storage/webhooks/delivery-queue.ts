/** The queue of deliveries: which are due, and which of them a node sends. */
import { sql } from 'kysely';
import { SETTINGS_ROW_ID } from '../../../contract/live.ts';
import { type Instant, SECOND } from '../../../core/ist-time.ts';
import type { Reader, Writer } from '../schema.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import { hasUnreadEvent } from './outgoing-events-store.ts';

/** Longer than any attempt takes; afterwards other nodes can send what a node that crashed had claimed. */
export const CLAIMED_FOR = 45 * SECOND;

/** A delivery that this node sends, with the address and the secret of its webhook. */
export type ClaimedDelivery = DeliveryRow & { url: string; secret: string };

/** Pending, due and claimed by no node, each webhook's first one, while notifications are on. */
const due = (db: Reader, now: Instant) =>
  db
    .selectFrom('webhook_deliveries as due')
    .where('due.state', '=', 'pending')
    .where('due.next_attempt_at', '<=', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('settings')
          .select('settings.id')
          .where('settings.id', '=', SETTINGS_ROW_ID)
          .where('settings.enable_notifications', '=', 1),
      ),
    )
    // One at a time for each receiver: a slow one keeps no more than one connection, and messages stay in order.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as other')
            .select('other.id')
            .whereRef('other.webhook_id', '=', 'due.webhook_id')
            .where('other.claimed_until', '>', now),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'due.webhook_id')
            .where('earlier.state', '=', 'pending')
            .where((inner) =>
              inner(
                inner.refTuple('earlier.next_attempt_at', 'earlier.position'),
                '<',
                inner.refTuple('due.next_attempt_at', 'due.position'),
              ),
            ),
        ),
      ),
    );

/**
 * Whether there is anything for a node to do: an event without deliveries, or a delivery that is due. Usually there
 * is nothing, which two small queries find out.
 */
export const hasWebhookWork = async (db: Reader, now: Instant): Promise<boolean> =>
  ((await hasUnreadEvent(db, 'webhooks_queued_at')) || (await hasPendingDelivery(db, now))) &&
  (await hasWorkWhileOn(db, now));

const hasPendingDelivery = async (db: Reader, now: Instant): Promise<boolean> =>
  (await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Nothing is sent while notifications are off. */
async function hasWorkWhileOn(db: Reader, now: Instant): Promise<boolean> {
  const event = await db
    .selectFrom('outgoing_events')
    .select('outgoing_events.id')
    .innerJoin('settings', (join) => join.on('settings.id', '=', SETTINGS_ROW_ID))
    .where('settings.enable_notifications', '=', 1)
    .where('webhooks_queued_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (event) return true;
  return (await due(db, now).select('due.id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Claims due deliveries for this node, one for each webhook that has none claimed: until the claim ends no other node
 * sends them. There is no other limit, so receivers never wait for each other.
 */
export async function claimDueDeliveries(tx: Writer, now: Instant): Promise<ClaimedDelivery[]> {
  const found = await due(tx, now)
    .innerJoin('webhooks', 'webhooks.id', 'due.webhook_id')
    .select(['due.id', 'webhooks.url', 'webhooks.secret'])
    .execute();
  if (found.length === 0) return [];
  const receivers = new Map(found.map(({ id, url, secret }) => [id, { url, secret }]));
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      automatic_attempts: eb('automatic_attempts', '+', 1),
      last_attempt_at: now,
      claimed_until: now + CLAIMED_FOR,
    }))
    .where('id', 'in', [...receivers.keys()])
    .returningAll()
    .execute();
  return rows.flatMap((row) => {
    const receiver = receivers.get(row.id);
    return receiver ? [{ ...row, ...receiver }] : [];
  });
}

/** Whether a node is sending a message of this webhook. */
export const hasClaim = async (db: Reader, webhookId: string, now: Instant): Promise<boolean> =>
  (await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('claimed_until', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** How many deliveries wait, and when the oldest was created; null without one. */
export const readDeliveryQueue = (db: Reader): Promise<{ waiting: number; oldestAt: Instant | null }> =>
  db
    .selectFrom('webhook_deliveries')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      sql<Instant | null>`min(created_at)`.as('oldestAt'),
    ])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
