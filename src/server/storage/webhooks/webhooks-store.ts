/** Webhooks: addresses of partners, with the secret that signs what is sent to them. */
import type { Webhook } from '../../../contract/webhooks.ts';
import type { DrawEvent } from '../../../core/draw-events.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { etagOf, isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';
import { type DeliveryRow, toDelivery } from './deliveries-store.ts';

export type WebhookRow = Row<'webhooks'>;

export const eventsOf = ({ events }: Pick<WebhookRow, 'events'>): DrawEvent[] => JSON.parse(events);

/** Without the secret. */
export const toWebhook = (row: WebhookRow, last: DeliveryRow | undefined, now: Instant): Webhook => ({
  id: row.id,
  url: row.url,
  events: eventsOf(row),
  enabled: row.enabled === 1,
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
  lastDelivery: last ? toDelivery(last, now) : null,
  etag: etagOf(row.version),
});

/** The oldest first. There are so few that they are not paged. */
export const readWebhookRows = (db: Reader): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute();

export const findWebhookRow = (db: Reader, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export async function countWebhooks(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(tx: Writer, row: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

/** Writes the change as the next version of the row. */
export const updateWebhook = (
  tx: Writer,
  id: string,
  change: Partial<Pick<WebhookRow, 'url' | 'events' | 'enabled'>>,
  now: Instant,
): Promise<WebhookRow> =>
  tx
    .updateTable('webhooks')
    .set((eb) => ({ ...change, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** With its deliveries. */
export async function removeWebhook(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}
