/** Turns events into deliveries: one for each enabled webhook that listens to the event. */
import type { Draw } from '../../contract/draws.ts';
import type { Instant } from '../../core/ist-time.ts';
import { appendFeed, invalidation } from '../storage/feed/feed-store.ts';
import { readSettings } from '../storage/operations/settings-store.ts';
import type { Writer } from '../storage/schema.ts';
import { insertDeliveries, messageBody } from '../storage/webhooks/deliveries-store.ts';
import { markRead, readUnreadEvents } from '../storage/webhooks/outgoing-events-store.ts';
import { eventsOf, readWebhookRows } from '../storage/webhooks/webhooks-store.ts';

const EVENTS_AT_ONCE = 50;

/** Returns how many events it has read. They wait while notifications are off. */
export async function queueDeliveries(tx: Writer, now: Instant): Promise<number> {
  if (!(await readSettings(tx)).settings.enableNotifications) return 0;
  const events = await readUnreadEvents(tx, 'webhooks_queued_at', EVENTS_AT_ONCE);
  if (events.length === 0) return 0;
  const webhooks = (await readWebhookRows(tx)).filter(({ enabled }) => enabled === 1);
  const deliveries = events.flatMap((event) => {
    const draw: Draw = JSON.parse(event.draw);
    const listening = webhooks.filter((webhook) => eventsOf(webhook).includes(event.type));
    return listening.map((webhook) => ({
      // Twice the same would be refused by the database.
      id: `${event.id}-${webhook.id}`,
      webhook_id: webhook.id,
      message_id: event.id,
      type: event.type,
      draw_no: draw.drawNo,
      body: messageBody(event.type, event.at, draw),
    }));
  });
  await insertDeliveries(tx, deliveries, now);
  const notified = new Set(deliveries.map(({ webhook_id }) => webhook_id));
  await markRead(tx, 'webhooks_queued_at', { ids: events.map(({ id }) => id), now });
  await appendFeed(
    tx,
    now,
    [...notified].map((id) => invalidation('webhooks', 'UPDATE', id)),
  );
  return events.length;
}
