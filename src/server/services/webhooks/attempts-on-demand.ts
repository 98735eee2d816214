/** Admins send a test, or a message again. Both claim the delivery; a webhook has at most one claimed delivery. */
import type { Draw } from '../../../contract/draws.ts';
import { TEST_EVENT } from '../../../contract/webhooks.ts';
import type { Actor } from '../../../core/actor.ts';
import { type Instant, istDateOf, MINUTE } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { invalidation } from '../../storage/feed/feed-store.ts';
import { listPublishedDraws } from '../../storage/public-reads.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { Writer } from '../../storage/schema.ts';
import {
  findDeliveryRow,
  insertDeliveries,
  messageBody,
  updateDelivery,
} from '../../storage/webhooks/deliveries-store.ts';
import { CLAIMED_FOR, type ClaimedDelivery, hasClaim } from '../../storage/webhooks/delivery-queue.ts';
import { findWebhookRow, type WebhookRow } from '../../storage/webhooks/webhooks-store.ts';
import { newId, type ServiceContext } from '../context.ts';
import { expectRow } from '../expectations.ts';
import { countOrRefuse, type Limit } from '../limits.ts';
import { perform } from '../perform.ts';

/** Each attempt may hold a connection for some time. */
const ATTEMPTS: Limit = { most: 60, window: MINUTE };

/** Found only where the server stopped before it could store the outcome. */
const STOPPED_TEXT = 'The server stopped before an answer came.';

const countAttempt = ({ database, clock }: ServiceContext, { id, name }: Actor): Promise<void> =>
  countOrRefuse(database.counters, `webhook-attempts:${id ?? name}`, ATTEMPTS, clock.now());

/** Returns the webhook if no node is sending to it. */
async function expectIdle(tx: Writer, webhookId: string, now: Instant): Promise<WebhookRow> {
  const webhook = expectRow(await findWebhookRow(tx, webhookId), undefined);
  if (await hasClaim(tx, webhookId, now)) throw new AppError('delivery-running');
  return webhook;
}

/** With the newest result, or a sample while there is none. It is not retried. */
export async function claimTest(
  services: ServiceContext,
  webhookId: string,
  actor: Actor,
): Promise<ClaimedDelivery> {
  await countAttempt(services, actor);
  return perform(services, actor, async ({ tx, now, record }) => {
    const { url, secret } = await expectIdle(tx, webhookId, now);
    const [newest] = (await listPublishedDraws(tx, { limit: 1 })).items;
    const draw = newest ?? sampleDraw(now);
    const [delivery] = await insertDeliveries(
      tx,
      [
        {
          id: newId(services),
          webhook_id: webhookId,
          message_id: `msg_${newId(services)}`,
          type: TEST_EVENT,
          draw_no: draw.drawNo,
          body: messageBody(TEST_EVENT, now, draw),
          state: 'failed',
          error: STOPPED_TEXT,
          next_attempt_at: null,
          attempts: 1,
          last_attempt_at: now,
          claimed_until: now + CLAIMED_FOR,
        },
      ],
      now,
    );
    if (!delivery) throw new Error('the delivery was not stored');
    await record({
      type: 'settings',
      action: 'Tested webhook',
      target: new URL(url).host,
      before: null,
      after: null,
      events: [invalidation('webhooks', 'UPDATE', webhookId)],
    });
    return { ...delivery, url, secret };
  });
}

/** The same message again, whatever became of it before. */
export async function claimRedelivery(
  services: ServiceContext,
  target: { webhookId: string; deliveryId: string },
  actor: Actor,
): Promise<ClaimedDelivery> {
  await countAttempt(services, actor);
  return perform(services, actor, async ({ tx, now, record }) => {
    const { url, secret } = await expectIdle(tx, target.webhookId, now);
    const former = await findDeliveryRow(tx, target);
    if (!former) throw new AppError('not-found');
    const delivery = await updateDelivery(tx, former.id, {
      attempts: former.attempts + 1,
      last_attempt_at: now,
      claimed_until: now + CLAIMED_FOR,
    });
    if (!delivery) throw new AppError('not-found');
    await record({
      type: 'settings',
      action: 'Sent to a webhook again',
      target: new URL(url).host,
      before: null,
      after: { event: former.type, drawNo: former.draw_no },
      events: [invalidation('webhooks', 'UPDATE', target.webhookId)],
    });
    return { ...delivery, url, secret };
  });
}

const sampleDraw = (now: number): Draw => ({
  id: 'sample',
  date: istDateOf(now),
  slot: '10:00',
  drawNo: 'SAMPLE',
  digit1: '0',
  digit2: '0',
  digit3: '0',
  digit4: '0',
  digit5: '0',
  published: true,
  provenance: 'entered',
  publishedAt: isoOf(now),
});
