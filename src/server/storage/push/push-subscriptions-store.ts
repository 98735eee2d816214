/** Devices, and the slots whose results are pushed to them. */
import type { NewPushSubscription } from '../../../contract/push.ts';
import type { Slot } from '../../../core/slots.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type PushSubscriptionRow = Row<'push_subscriptions'>;

const SEPARATOR = ' ';

/** Replaces what is stored for the same endpoint. */
export async function storeSubscription(
  tx: Writer,
  { subscription: { endpoint, keys }, slots, language }: NewPushSubscription,
): Promise<void> {
  const changing = { ...keys, slots: slots.toSorted().join(SEPARATOR), language };
  await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...changing })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changing))
    .execute();
}

export const hasSubscription = async (db: Reader, endpoint: string): Promise<boolean> =>
  (await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()) !== undefined;

export async function removeSubscriptions(tx: Writer, endpoints: readonly string[]): Promise<void> {
  if (endpoints.length === 0) return;
  await tx.deleteFrom('push_subscriptions').where('endpoint', 'in', endpoints).execute();
}

const ofSlot = (db: Reader, slot: Slot) =>
  db.selectFrom('push_subscriptions').selectAll().where('slots', 'like', `%${slot}%`);

export const readSubscriptionsAfter = (
  db: Reader,
  { slot, after, limit }: { slot: Slot; after: string; limit: number },
): Promise<PushSubscriptionRow[]> =>
  ofSlot(db, slot).where('endpoint', '>', after).orderBy('endpoint').limit(limit).execute();

/** Without those that no longer exist or no longer want the slot. */
export const readSubscriptions = (
  db: Reader,
  { slot, endpoints }: { slot: Slot; endpoints: readonly string[] },
): Promise<PushSubscriptionRow[]> => ofSlot(db, slot).where('endpoint', 'in', endpoints).execute();
