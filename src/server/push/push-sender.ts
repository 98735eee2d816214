/** Pushes published results to the devices that asked for them; each batch of devices is sent by one node. */
import type { Draw } from '../../contract/draws.ts';
import type { ResultPush } from '../../contract/push.ts';
import type { ContentLanguage } from '../../core/content-language.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { DAY, type Instant, SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import { claimAfterOutages, claimUnlessTooEarly, recordSent } from '../outgoing/database-outages.ts';
import { createPeriodicTask } from '../periodic-task.ts';
import type { Database } from '../storage/engines/database.ts';
import { readPushKeys } from '../storage/push/push-keys-store.ts';
import { pruneRuns } from '../storage/push/push-runs-store.ts';
import type { PushSubscriptionRow } from '../storage/push/push-subscriptions-store.ts';
import type { Writer } from '../storage/schema.ts';
import { type ClaimedBatch, claimBatch, hasPushWork, type SentBatch, settleBatch } from './push-batches.ts';
import type { PushMessage, PushOutcome, PushTransport } from './push-transport.ts';

/** For further attempts, and for what a node that crashed has left: new results wake the sender. */
const POLL_EVERY = 15 * SECOND;
/** The live streams get a result first. */
const WAKE_AFTER = SECOND;
/** On one node. */
const BATCHES_AT_ONCE = 4;
/** On one node, besides the others: made-up endpoints that never answer must not delay new devices that do. */
const NEW_BATCHES_AT_ONCE = 50;
const KEPT_FOR = 2 * DAY;
const STOP_WITHIN = SECOND;

export interface PushSenderParts {
  database: Database;
  clock: Clock;
  baseUrl: string;
  transport: Pick<PushTransport, 'send' | 'abandon'>;
  timers: Timers;
  log: Log;
}

export interface PushSender {
  /** Starts pushing what is due; does not wait and does not throw. */
  wake(): void;
  /** By this node since the start. */
  totals(): Record<PushOutcome, number>;
  /** Called by housekeeping. */
  prune(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createPushSender(parts: PushSenderParts): PushSender {
  const { database, clock, baseUrl, transport, timers, log } = parts;
  const totals: Record<PushOutcome, number> = { accepted: 0, gone: 0, refused: 0, failed: 0 };
  const task = createPeriodicTask({
    run: sendAll,
    nextRunAfter: () => POLL_EVERY,
    wakeAfter: WAKE_AFTER,
    failure: 'results cannot be pushed',
    timers,
    log,
  });

  async function sendAll(): Promise<void> {
    if (!(await hasPushWork(database.db, clock.now()))) return;
    const before = { ...totals };
    const aside = new Set<Promise<void>>();
    const workers = Array.from({ length: BATCHES_AT_ONCE }, () => sendBatches(aside));
    // All of them end before the next run, also when one of them fails.
    const ended = [...(await Promise.allSettled(workers)), ...(await Promise.allSettled(aside))];
    const counts = Object.entries(totals).map(([outcome, count]) => [
      outcome,
      count - before[outcome as PushOutcome],
    ]);
    if (counts.some(([, count]) => count !== 0)) log.info('results pushed', Object.fromEntries(counts));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }

  /** Does not wait for what is sent to new devices, but adds it to `aside`. */
  async function sendBatches(aside: Set<Promise<void>>): Promise<void> {
    let sent: SentBatch | null = null;
    for (;;) {
      const claimed: ClaimedBatch | null = await settleAndClaim(sent);
      if (!claimed) return;
      if (!claimed.isNew) {
        sent = await send(claimed);
        continue;
      }
      sent = null;
      const sending = sendAndSettle(claimed);
      aside.add(sending);
      // What has failed stays, and ends the run.
      sending.then(
        () => aside.delete(sending),
        () => {},
      );
      while (aside.size >= NEW_BATCHES_AT_ONCE) await Promise.race(aside);
    }
  }

  async function sendAndSettle(claimed: ClaimedBatch): Promise<void> {
    const sent = await send(claimed);
    await recordSent(database, (tx) => settle(tx, sent), task.isStopped);
  }

  /** Settles a batch and claims the next one, in one transaction unless there was an outage. */
  async function settleAndClaim(sent: SentBatch | null): Promise<ClaimedBatch | null> {
    if (sent) {
      try {
        const next = await database.write(async (tx) => {
          await settle(tx, sent);
          return claimUnlessTooEarly(database, tx, claim);
        });
        if (next) return next.claimed;
      } catch (error) {
        if (!(error instanceof DatabaseDown)) throw error;
        await recordSent(database, (tx) => settle(tx, sent), task.isStopped);
      }
    }
    return claimAfterOutages(database, claim);
  }

  const settle = (tx: Writer, sent: SentBatch): Promise<void> => settleBatch(tx, sent, clock.now());

  const claim = async (tx: Writer): Promise<ClaimedBatch | null> =>
    task.isStopped() ? null : claimBatch(tx, clock.now());

  async function send(claimed: ClaimedBatch): Promise<SentBatch> {
    const keys = await readPushKeys(database);
    const messages = resultMessages(claimed, { baseUrl, now: clock.now() });
    const outcomes = await transport.send(messages, keys);
    for (const outcome of outcomes) totals[outcome] += 1;
    return {
      batch: claimed.batch,
      isNew: claimed.isNew,
      outcomes: new Map(messages.map(({ endpoint }, index) => [endpoint, outcomes[index] ?? 'failed'])),
    };
  }

  return {
    wake: task.wake,
    totals: () => totals,
    prune: () => database.write((tx) => pruneRuns(tx, clock.now() - KEPT_FOR)),
    start: task.start,
    async stop() {
      await task.stop(STOP_WITHIN);
      // What has been accepted is recorded, and need not be sent again.
      transport.abandon();
      await task.stop(STOP_WITHIN);
    },
  };
}

/** What each device gets, in its language. */
function resultMessages(
  { draw, endsAt, subscriptions }: ClaimedBatch,
  { baseUrl, now }: { baseUrl: string; now: Instant },
): PushMessage[] {
  const timeToLive = Math.ceil((endsAt - now) / SECOND);
  return subscriptions.map(({ endpoint, p256dh, auth, language }: PushSubscriptionRow) => ({
    endpoint,
    p256dh,
    auth,
    payload: JSON.stringify(resultPush(draw, language, baseUrl)),
    topic: draw.drawNo,
    timeToLive,
  }));
}

const resultPush = (draw: Draw, language: ContentLanguage, baseUrl: string): ResultPush => ({
  drawNo: draw.drawNo,
  date: draw.date,
  slot: draw.slot,
  digits: digitsTextOf(draw),
  language,
  url: `${baseUrl}${language === 'ml' ? '/ml' : ''}/draws/${draw.drawNo}`,
});
