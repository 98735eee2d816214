/** Devices, and the slots whose results are pushed to them. */
import type { NewPushSubscription } from '../../../contract/push.ts';
import type { Slot } from '../../../core/slots.ts';
import { flag } from '../queries/wire-values.ts';
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
    .values({ endpoint, ...changing, has_received: 0, failed_results: 0 })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changing))
    .execute();
}

/** Undefined when there is no such subscription. */
export const findAuth = async (db: Reader, endpoint: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('push_subscriptions')
      .select('auth')
      .where('endpoint', '=', endpoint)
      .executeTakeFirst()
  )?.auth;

export async function countSubscriptions(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeSubscriptions(tx: Writer, endpoints: readonly string[]): Promise<void> {
  if (endpoints.length === 0) return;
  await tx.deleteFrom('push_subscriptions').where('endpoint', 'in', endpoints).execute();
}

/**
 * Changes nothing while batches are made for another draw: they may have come to the new devices already, and would
 * leave out those that are none any more.
 */
export async function markReceived(tx: Writer, endpoints: readonly string[], drawId: string): Promise<void> {
  if (endpoints.length === 0) return;
  await newAmong(tx, endpoints)
    .set({ has_received: 1 })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('push_runs')
            .select('draw_id')
            .where('all_claimed', '=', 0)
            .where('draw_id', '<>', drawId),
        ),
      ),
    )
    .execute();
}

/** Removes those whose number of failures has reached `most`, unless they have received before. */
export async function countFailedResult(
  tx: Writer,
  endpoints: readonly string[],
  most: number,
): Promise<void> {
  if (endpoints.length === 0) return;
  await newAmong(tx, endpoints)
    .set((eb) => ({ failed_results: eb('failed_results', '+', 1) }))
    .execute();
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', 'in', endpoints)
    .where('has_received', '=', 0)
    .where('failed_results', '>=', most)
    .execute();
}

const newAmong = (tx: Writer, endpoints: readonly string[]) =>
  tx.updateTable('push_subscriptions').where('endpoint', 'in', endpoints).where('has_received', '=', 0);

const ofSlot = (db: Reader, slot: Slot) =>
  db.selectFrom('push_subscriptions').selectAll().where('slots', 'like', `%${slot}%`);

export const readSubscriptionsAfter = (
  db: Reader,
  { slot, isNew, after, limit }: { slot: Slot; isNew: boolean; after: string; limit: number },
): Promise<PushSubscriptionRow[]> =>
  ofSlot(db, slot)
    .where('has_received', '=', flag(!isNew))
    .where('endpoint', '>', after)
    .orderBy('endpoint')
    .limit(limit)
    .execute();

/** Without those that no longer exist or no longer want the slot. */
export const readSubscriptions = (
  db: Reader,
  { slot, endpoints }: { slot: Slot; endpoints: readonly string[] },
): Promise<PushSubscriptionRow[]> => ofSlot(db, slot).where('endpoint', 'in', endpoints).execute();
