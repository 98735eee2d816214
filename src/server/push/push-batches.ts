/** Chooses what a node pushes next, in the transaction that claims it, and records what became of it. */
import type { Draw } from '../../contract/draws.ts';
import type { Instant } from '../../core/ist-time.ts';
import {
  isPushed,
  MAX_ATTEMPTS,
  MOST_FAILED_RESULTS,
  PUSHED_FOR,
  pauseAfterAttempts,
} from '../../core/push-rules.ts';
import { readSettings } from '../storage/operations/settings-store.ts';
import { findPublishedDrawById } from '../storage/public-reads.ts';
import {
  beginRun,
  claimDueBatch,
  findRun,
  findUnclaimedRun,
  hasUnclaimedPushes,
  insertBatch,
  markAccepted,
  type PushBatch,
  type PushRun,
  postponeBatch,
  removeBatch,
  updateRun,
} from '../storage/push/push-runs-store.ts';
import {
  countFailedResult,
  markReceived,
  type PushSubscriptionRow,
  readSubscriptions,
  readSubscriptionsAfter,
  removeSubscriptions,
} from '../storage/push/push-subscriptions-store.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { hasUnreadEvent, markRead, readUnreadEvents } from '../storage/webhooks/outgoing-events-store.ts';
import type { PushOutcome } from './push-transport.ts';

/** After a crash, at most that many devices get the same message twice for each batch under way. */
const BATCH_SIZE = 25;
const EVENTS_AT_ONCE = 50;

export interface ClaimedBatch {
  batch: PushBatch;
  draw: Draw;
  /** Until when it is of use to push the draw. */
  endsAt: Instant;
  subscriptions: PushSubscriptionRow[];
  /** No push service has accepted a result for these devices yet, and none may ever answer. */
  isNew: boolean;
}

const areNotificationsOn = async (db: Reader): Promise<boolean> =>
  (await readSettings(db)).settings.enableNotifications;

export const hasPushWork = async (db: Reader, now: Instant): Promise<boolean> =>
  ((await hasUnreadEvent(db, 'push_read_at')) || (await hasUnclaimedPushes(db, now))) &&
  (await areNotificationsOn(db));

/** Returns null when there is nothing to push, or while notifications are off. */
export async function claimBatch(tx: Writer, now: Instant): Promise<ClaimedBatch | null> {
  if (!(await areNotificationsOn(tx))) return null;
  await beginRuns(tx, now);
  const claimFirst = (isNew: boolean) => claimFirstAttempt(tx, isNew, now);
  return (await claimFirst(false)) ?? (await claimRetry(tx, now)) ?? (await claimFirst(true));
}

async function beginRuns(tx: Writer, now: Instant): Promise<void> {
  const events = await readUnreadEvents(tx, 'push_read_at', EVENTS_AT_ONCE);
  if (events.length === 0) return;
  for (const event of events) {
    const draw: Draw = JSON.parse(event.draw);
    if (isPushed({ ...event, draw })) await beginRun(tx, { drawId: draw.id, publishedAt: event.at });
  }
  await markRead(tx, 'push_read_at', { ids: events.map(({ id }) => id), now });
}

async function claimFirstAttempt(tx: Writer, isNew: boolean, now: Instant): Promise<ClaimedBatch | null> {
  for (;;) {
    const run = await findUnclaimedRun(tx, { isNew });
    if (!run) return null;
    const { draw_id: drawId, claimed_through: after } = run;
    const draw = await findDrawOf(tx, run, now);
    const subscriptions = draw
      ? await readSubscriptionsAfter(tx, { slot: draw.slot, isNew, after, limit: BATCH_SIZE })
      : [];
    const last = subscriptions.at(-1);
    if (!draw || !last) {
      const isLast = isNew || !draw;
      await updateRun(tx, drawId, isLast ? { all_claimed: 1 } : { claims_new: 1, claimed_through: '' });
      continue;
    }
    await updateRun(tx, drawId, { claimed_through: last.endpoint });
    const endpoints = subscriptions.map(({ endpoint }) => endpoint);
    const batch = await insertBatch(tx, { drawId, endpoints }, now);
    return { batch, draw, endsAt: run.published_at + PUSHED_FOR, subscriptions, isNew };
  }
}

async function claimRetry(tx: Writer, now: Instant): Promise<ClaimedBatch | null> {
  for (;;) {
    const batch = await claimDueBatch(tx, now);
    if (!batch) return null;
    const run = await findRun(tx, batch.drawId);
    // A node that crashed in the last attempt has not removed the batch.
    const isGivenUp = batch.attempts > MAX_ATTEMPTS;
    const draw = run && !isGivenUp ? await findDrawOf(tx, run, now) : null;
    const subscriptions = draw
      ? await readSubscriptions(tx, { slot: draw.slot, endpoints: batch.endpoints })
      : [];
    if (run && draw && subscriptions.length > 0) {
      const isNew = subscriptions.some((subscription) => subscription.has_received === 0);
      return { batch, draw, endsAt: run.published_at + PUSHED_FOR, subscriptions, isNew };
    }
    await removeBatch(tx, batch.id);
  }
}

/** As the public sees it now; null when it was withdrawn, or when it is too late to push it. */
const findDrawOf = async (tx: Writer, run: PushRun, now: Instant): Promise<Draw | null> =>
  now < run.published_at + PUSHED_FOR ? findPublishedDrawById(tx, run.draw_id) : null;

export interface SentBatch extends Pick<ClaimedBatch, 'batch' | 'isNew'> {
  /** By endpoint. */
  outcomes: ReadonlyMap<string, PushOutcome>;
}

/** Gone devices are removed, failed ones get another attempt. */
export async function settleBatch(
  tx: Writer,
  { batch, isNew, outcomes }: SentBatch,
  now: Instant,
): Promise<void> {
  const endpointsWith = (outcome: PushOutcome) =>
    [...outcomes].filter(([, actual]) => actual === outcome).map(([endpoint]) => endpoint);
  const [accepted, failed] = [endpointsWith('accepted'), endpointsWith('failed')];
  await removeSubscriptions(tx, endpointsWith('gone'));
  if (accepted.length > 0) await markAccepted(tx, batch.drawId);
  const pause = failed.length > 0 ? pauseAfterAttempts(batch.attempts) : null;
  if (pause === null) await removeBatch(tx, batch.id);
  else await postponeBatch(tx, batch, { endpoints: failed, dueAt: now + pause });
  if (!isNew) return;
  await markReceived(tx, accepted, batch.drawId);
  const givenUp = [...endpointsWith('refused'), ...(pause === null ? failed : [])];
  // What nobody has received may have failed by a fault of ours.
  if ((await findRun(tx, batch.drawId))?.is_accepted === 1)
    await countFailedResult(tx, givenUp, MOST_FAILED_RESULTS);
}
