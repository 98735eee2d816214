/** Sends what is due to webhooks, with retries; each delivery is sent by one node at a time. */
import type { WebhookDelivery } from '../../contract/webhooks.ts';
import { DAY, type Instant, SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import { claimAfterOutages, recordSent } from '../outgoing/database-outages.ts';
import type { AllowedReceivers } from '../outgoing/receiver-address.ts';
import { createPeriodicTask } from '../periodic-task.ts';
import type { Database } from '../storage/engines/database.ts';
import type { Writer } from '../storage/schema.ts';
import { pruneDeliveries, toDelivery } from '../storage/webhooks/deliveries-store.ts';
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  hasWebhookWork,
} from '../storage/webhooks/delivery-queue.ts';
import { pruneOutgoingEvents } from '../storage/webhooks/outgoing-events-store.ts';
import { inGroups } from './in-groups.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { type Attempt, type FinishedAttempt, type Outcome, recordOutcomes } from './record-outcome.ts';
import { sendMessage } from './send-message.ts';

/** For retries, and for what a node that crashed has left: new events wake the sender. */
const POLL_EVERY = 5 * SECOND;
/** The live streams get a change first. */
const WAKE_AFTER = SECOND / 20;
const ATTEMPT_TIMEOUT = 15 * SECOND;
/** In the list of deliveries. */
const KEPT_FOR = 30 * DAY;
const STOP_WITHIN = 2 * SECOND;

export interface WebhookSenderParts {
  database: Database;
  clock: Clock;
  /** For the signatures: receivers compare it with the real time, also where CLOCK_START is set. */
  signatureClock: Clock;
  timers: Timers;
  log: Log;
  allowed: AllowedReceivers;
  /** Called after a commit that appended to the feed. */
  changed(): Promise<void>;
  /** In milliseconds, for each attempt. */
  timeout?: number;
}

export interface WebhookSender {
  /** Starts sending what is due; does not wait and does not throw. */
  wake(): void;
  /** Sends a delivery that was claimed on demand; resolves after `patience` at the latest. */
  sendNow(delivery: ClaimedDelivery, patience: number): Promise<WebhookDelivery>;
  /** By this node since the start. */
  totals(): WebhookTotals;
  /** Called by housekeeping. */
  prune(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface WebhookTotals {
  sent: number;
  /** Attempts, not deliveries. */
  failedAttempts: number;
  givenUp: number;
}

export function createWebhookSender(parts: WebhookSenderParts): WebhookSender {
  const { database, clock, signatureClock, timers, log, allowed, timeout = ATTEMPT_TIMEOUT } = parts;
  const totals: WebhookTotals = { sent: 0, failedAttempts: 0, givenUp: 0 };
  const sending = new Set<Promise<unknown>>();
  /** Its runs do not wait for the attempts. */
  const task = createPeriodicTask({
    run: claimDue,
    nextRunAfter: () => POLL_EVERY,
    wakeAfter: WAKE_AFTER,
    failure: 'webhooks cannot be sent',
    timers,
    log,
  });

  async function claimDue(): Promise<void> {
    if (task.isStopped() || !(await hasWebhookWork(database.db, clock.now()))) return;
    const { claimed, queued } = await claimAfterOutages(database, async (tx) => {
      const now = clock.now();
      if (task.isStopped()) return { queued: 0, claimed: [] };
      const events = await queueDeliveries(tx, now);
      return { queued: events, claimed: await claimDueDeliveries(tx, now) };
    });
    for (const delivery of claimed) void track(attempt({ delivery, isOnDemand: false }));
    if (queued === 0) return;
    await parts.changed();
    // There may be more of them.
    void task.run();
  }

  /** Never rejects: what was not stored is sent again when the claim has ended. */
  function track(work: Promise<WebhookDelivery | null>): Promise<WebhookDelivery | null> {
    const tracked = work.catch((error) => {
      log.warn('the outcome of a webhook attempt was not stored', { error });
      return null;
    });
    sending.add(tracked);
    void tracked.then(() => {
      sending.delete(tracked);
      // The next one to the same receiver may be due.
      void task.run();
    });
    return tracked;
  }

  async function attempt(attempted: Attempt): Promise<WebhookDelivery | null> {
    const { delivery } = attempted;
    const outcome = await tryToSend(delivery);
    const recorded = await store({ ...attempted, outcome });
    if (outcome.error === null) totals.sent += 1;
    else totals.failedAttempts += 1;
    if (recorded?.isGivenUp) totals.givenUp += 1;
    const { id, attempts } = delivery;
    if (outcome.error === null) log.info('webhook sent', { id, attempts });
    else log.warn('webhook not sent', { id, attempts, error: outcome.error });
    return recorded && toDelivery(recorded.delivery, clock.now());
  }

  async function tryToSend({ message_id: id, url, secret, body }: ClaimedDelivery): Promise<Outcome> {
    const started = timers.elapsed();
    const took = () => Math.round(timers.elapsed() - started);
    const at: Instant = signatureClock.now();
    try {
      const { status, text } = await sendMessage({ id, url, secret, body }, { at, allowed, timeout });
      return { status, answer: text, error: errorOf(status), milliseconds: took() };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { status: null, answer: null, error: text, milliseconds: took() };
    }
  }

  /** One write for all that finish while another write runs. */
  const store = inGroups(async (attempts: FinishedAttempt[]) => {
    const change = (tx: Writer) => recordOutcomes(tx, attempts, clock.now());
    const recorded = await recordSent(database, change, task.isStopped);
    await parts.changed();
    return recorded;
  });

  return {
    wake: task.wake,
    async sendNow(delivery, patience) {
      const attempted = track(attempt({ delivery, isOnDemand: true }));
      const unfinished = toDelivery(delivery, clock.now());
      const waited = Promise.withResolvers<null>();
      const cancel = timers.after(patience, () => waited.resolve(null));
      try {
        return (await Promise.race([attempted, waited.promise])) ?? unfinished;
      } finally {
        cancel();
      }
    },
    totals: () => totals,
    prune: () =>
      database.write(async (tx) => {
        await pruneDeliveries(tx, clock.now() - KEPT_FOR);
        await pruneOutgoingEvents(tx, clock.now() - DAY);
      }),
    start: task.start,
    async stop() {
      await Promise.all([
        task.stop(STOP_WITHIN),
        Promise.race([Promise.all(sending), Bun.sleep(STOP_WITHIN)]),
      ]);
    },
  };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect
    ? `The receiver answered ${status}: redirects are not followed.`
    : `The receiver answered ${status}.`;
}
