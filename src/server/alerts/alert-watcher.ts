/** Finds what staff are to be alerted to. Every node does; the database decides which of them reports it. */
import { DAY, SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import { createPeriodicTask } from '../periodic-task.ts';
import { type AttentionSources, readNodeFacts } from '../services/attention.ts';
import { pruneAlerts } from '../storage/alerts/alerts-store.ts';
import type { Database } from '../storage/engines/database.ts';
import type { AlertLayout } from './queue-alert.ts';
import { checkAlerts, updateAlerts } from './update-alerts.ts';

/** When the last check has failed. */
const CHECK_AGAIN_AFTER = 10 * SECOND;
/** The live streams get a change first. */
const WAKE_AFTER = SECOND;
const KEPT_FOR = 30 * DAY;
const STOP_WITHIN = 2 * SECOND;

export interface AlertWatcherParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
  sources: AttentionSources;
  layout: AlertLayout;
  /** Called after a commit that has queued mails and pushes. */
  queued(): void;
}

export interface AlertWatcher {
  /** Checks at once; never rejects. */
  run(): Promise<void>;
  /** Starts a check soon; does not wait and does not throw. */
  wake(): void;
  /** Called by housekeeping. */
  prune(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createAlertWatcher(parts: AlertWatcherParts): AlertWatcher {
  const { database, clock, timers, log, sources, layout, queued } = parts;
  /** When to check next: a late result, for example, is no change in the database that would wake the watcher. */
  let checkAt = 0;

  const task = createPeriodicTask({
    run: check,
    nextRunAfter,
    wakeAfter: WAKE_AFTER,
    failure: 'alerts cannot be checked',
    timers,
    log,
  });

  async function check(): Promise<void> {
    const node = await readNodeFacts(sources);
    const { hasWork, nextCheckAt } = await checkAlerts(database.db, node, clock.now());
    checkAt = nextCheckAt;
    if (!hasWork) return;
    await database.write((tx) => updateAlerts(tx, node, layout, clock.now()));
    queued();
  }

  function nextRunAfter(): number {
    const wait = checkAt - clock.now();
    return wait > 0 ? wait : CHECK_AGAIN_AFTER;
  }

  return {
    run: task.run,
    wake: task.wake,
    prune: () => database.write((tx) => pruneAlerts(tx, clock.now() - KEPT_FOR)),
    start: task.start,
    stop: () => task.stop(STOP_WITHIN),
  };
}
