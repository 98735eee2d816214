/** Pushes queued alerts to the devices of staff; each push is sent by one node at a time. */
import { HOUR, MINUTE, SECOND } from '../../core/ist-time.ts';
import { pauseAfterAttempts } from '../../core/push-rules.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import { claimAfterOutages, recordSent } from '../outgoing/database-outages.ts';
import { createPeriodicTask } from '../periodic-task.ts';
import type { PushOutcome, PushTransport } from '../push/push-transport.ts';
import {
  claimDuePushes,
  hasDuePushes,
  postponePush,
  type QueuedPush,
  removePushes,
} from '../storage/alerts/alert-pushes-store.ts';
import { removeDevices } from '../storage/alerts/alert-recipients-store.ts';
import type { Database } from '../storage/engines/database.ts';
import { readPushKeys } from '../storage/push/push-keys-store.ts';
import type { Writer } from '../storage/schema.ts';

/** For further attempts, and for what a node that crashed has left: new alerts wake the pusher. */
const POLL_EVERY = 30 * SECOND;
const AT_ONCE = 50;
/** Longer than any attempt takes; afterwards other nodes can push what a node that crashed had claimed. */
const CLAIMED_FOR = MINUTE;
/** Push services drop what they could not deliver until then. */
const TIME_TO_LIVE = (12 * HOUR) / SECOND;
const STOP_WITHIN = 2 * SECOND;

export interface AlertPusherParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
  transport: Pick<PushTransport, 'send'>;
}

export interface AlertPusher {
  /** Pushes what is due; never rejects. */
  run(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createAlertPusher(parts: AlertPusherParts): AlertPusher {
  const { database, clock, timers, log, transport } = parts;
  const task = createPeriodicTask({
    run: pushDue,
    nextRunAfter: () => POLL_EVERY,
    failure: 'alerts cannot be pushed',
    timers,
    log,
  });

  async function pushDue(): Promise<void> {
    for (;;) {
      if (task.isStopped() || !(await hasDuePushes(database.db, clock.now()))) return;
      const pushes = await claimAfterOutages(database, claimDue);
      const outcomes = await send(pushes);
      await recordSent(database, (tx) => settle(tx, pushes, outcomes), task.isStopped);
      const accepted = outcomes.filter((outcome) => outcome === 'accepted').length;
      log.info('alerts pushed', { pushes: pushes.length, accepted });
    }
  }

  async function claimDue(tx: Writer): Promise<QueuedPush[]> {
    const now = clock.now();
    return task.isStopped() ? [] : claimDuePushes(tx, now, now + CLAIMED_FOR, AT_ONCE);
  }

  async function send(pushes: readonly QueuedPush[]): Promise<PushOutcome[]> {
    const messages = pushes.map(({ endpoint, p256dh, auth, payload, topic }) => ({
      endpoint,
      p256dh,
      auth,
      payload,
      topic,
      timeToLive: TIME_TO_LIVE,
    }));
    return transport.send(messages, await readPushKeys(database));
  }

  async function settle(
    tx: Writer,
    pushes: readonly QueuedPush[],
    outcomes: readonly PushOutcome[],
  ): Promise<void> {
    const finished: string[] = [];
    const gone: string[] = [];
    for (const [index, { id, endpoint, attempts }] of pushes.entries()) {
      const outcome = outcomes[index] ?? 'failed';
      const pause = outcome === 'failed' ? pauseAfterAttempts(attempts) : null;
      if (pause !== null) await postponePush(tx, id, clock.now() + pause);
      else finished.push(id);
      if (outcome === 'gone') gone.push(endpoint);
    }
    await removePushes(tx, finished);
    await removeDevices(tx, gone);
  }

  return {
    run: task.run,
    start: task.start,
    stop: () => task.stop(STOP_WITHIN),
  };
}
