/** Stores what came of an attempt: delivered, to be retried, or given up. */
import { SYSTEM } from '../../core/actor.ts';
import type { Instant } from '../../core/ist-time.ts';
import { nextRetryAt } from '../../core/webhook-retries.ts';
import { appendActivity } from '../storage/feed/activity-store.ts';
import { appendFeed, invalidation } from '../storage/feed/feed-store.ts';
import type { Writer } from '../storage/schema.ts';
import {
  cancelPending,
  type DeliveryRow,
  findDeliveryRow,
  updateDelivery,
} from '../storage/webhooks/deliveries-store.ts';
import type { ClaimedDelivery } from '../storage/webhooks/delivery-queue.ts';
import { findWebhookRow, updateWebhook } from '../storage/webhooks/webhooks-store.ts';

export interface Outcome {
  /** Null without an answer. */
  status: number | null;
  answer: string | null;
  /** Null when the message was accepted. */
  error: string | null;
  milliseconds: number;
}

export interface Attempt {
  delivery: ClaimedDelivery;
  /** Asked for by staff: automatic retries are neither changed nor started by it. */
  isOnDemand: boolean;
}

interface Recorded {
  delivery: DeliveryRow;
  isGivenUp: boolean;
}

const GONE = 410;
const DISABLED_TEXT = 'The receiver answered 410 Gone, so the webhook was disabled.';

export interface FinishedAttempt extends Attempt {
  outcome: Outcome;
}

/** In the order of the attempts; null where the webhook was deleted meanwhile. */
export async function recordOutcomes(
  tx: Writer,
  attempts: readonly FinishedAttempt[],
  now: Instant,
): Promise<(Recorded | null)[]> {
  const recorded: (Recorded | null)[] = [];
  for (const { outcome, ...attempt } of attempts)
    recorded.push(await recordOutcome(tx, attempt, outcome, { now, random: Math.random() }));
  const webhooks = new Set(attempts.map(({ delivery }) => delivery.webhook_id));
  await appendFeed(
    tx,
    now,
    [...webhooks].map((id) => invalidation('webhooks', 'UPDATE', id)),
  );
  return recorded;
}

/** `random` is from 0 to 1. */
async function recordOutcome(
  tx: Writer,
  { delivery: claimed, isOnDemand }: Attempt,
  outcome: Outcome,
  { now, random }: { now: Instant; random: number },
): Promise<Recorded | null> {
  const former = await findDeliveryRow(tx, { webhookId: claimed.webhook_id, deliveryId: claimed.id });
  if (!former) return null;
  const isGone = outcome.status === GONE;
  const next = isGone ? FAILED : nextState(former, outcome, { isOnDemand, now, random });
  const delivery = await updateDelivery(tx, former.id, { ...outcome, ...next, claimed_until: null });
  if (!delivery) return null;
  if (isGone) await disableWebhook(tx, claimed, now);
  const isGivenUp = former.state === 'pending' && next.state === 'failed';
  if (isGivenUp && !isGone) await recordGivenUp(tx, { ...claimed, ...delivery }, now);
  return { delivery, isGivenUp };
}

type NextState = Pick<DeliveryRow, 'state' | 'next_attempt_at'>;
const FAILED: NextState = { state: 'failed', next_attempt_at: null };
const DELIVERED: NextState = { state: 'delivered', next_attempt_at: null };

function nextState(
  { state, next_attempt_at, automatic_attempts }: DeliveryRow,
  { error }: Outcome,
  { isOnDemand, now, random }: { isOnDemand: boolean; now: Instant; random: number },
): NextState {
  if (error === null) return DELIVERED;
  // Not pending: it was tried on demand, or its webhook was disabled during the attempt.
  if (state !== 'pending') return FAILED;
  if (isOnDemand) return { state, next_attempt_at };
  const retryAt = nextRetryAt(now, automatic_attempts, random);
  return retryAt === null ? FAILED : { state: 'pending', next_attempt_at: retryAt };
}

/** As the receiver asks for. */
async function disableWebhook(tx: Writer, { webhook_id, url }: ClaimedDelivery, now: Instant): Promise<void> {
  const webhook = await findWebhookRow(tx, webhook_id);
  if (webhook?.enabled !== 1) return;
  await updateWebhook(tx, webhook_id, { enabled: 0 }, now);
  await cancelPending(tx, webhook_id, DISABLED_TEXT);
  await appendActivity(tx, {
    at: now,
    type: 'settings',
    action: 'Disabled webhook',
    actor: SYSTEM,
    target: new URL(url).host,
    before: { enabled: true },
    after: { enabled: false, reason: DISABLED_TEXT },
  });
}

const recordGivenUp = (tx: Writer, delivery: ClaimedDelivery, now: Instant): Promise<void> =>
  appendActivity(tx, {
    at: now,
    type: 'system',
    action: 'Gave up sending to a webhook',
    actor: SYSTEM,
    target: new URL(delivery.url).host,
    before: null,
    after: {
      event: delivery.type,
      drawNo: delivery.draw_no,
      attempts: delivery.attempts,
      error: delivery.error,
    },
  });
