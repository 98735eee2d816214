/** Counts the connected visitors of all nodes, and stores the maximum of each minute for the dashboard's chart. */
import { DAY, type Instant, MINUTE } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engines/database.ts';
import {
  pruneVisitors,
  readVisitorHistory,
  readVisitorsElsewhere,
  recordVisitors,
} from '../storage/operations/visitors-store.ts';

export interface Visitors {
  /** Connected now. */
  count(): number;
  /** Called when a visitor has connected. */
  noteArrival(): void;
  /** The maximum of every five minutes of the last day, oldest first, by the beginning of the five minutes. */
  history(): Promise<{ at: Instant; visitors: number }[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface VisitorsParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
  /** The name of this node, unique among all nodes. */
  node: string;
  countHere(): number;
}

const CHART_STEP = 5 * MINUTE;
const RETENTION = 2 * DAY;

export function createVisitors(parts: VisitorsParts): Visitors {
  const { database, clock, timers, log, node, countHere } = parts;
  let elsewhere = 0;
  /** The current minute with its maximum; null in the first one, which another process may have begun. */
  let current: { at: Instant; visitors: number } | null = null;
  let cancel = () => {};
  let counting: Promise<void> | null = null;
  let stopped = false;

  async function readOtherNodes(): Promise<void> {
    // SQLite has one node: another name in it is the same node before a restart.
    if (database.kind === 'sqlite') return;
    elsewhere = await readVisitorsElsewhere(database.db, node, clock.now() - 2 * MINUTE);
  }

  /** Stores the maximum of the minute that has ended, and the count with which the next one begins. */
  async function countMinute(): Promise<void> {
    const now = clock.now();
    const begun = { at: now - (now % MINUTE), visitors: countHere() };
    // A timer may fire a little early.
    if (current?.at === begun.at) return scheduleCount();
    const ended = current;
    current = begun;
    try {
      await database.write(async (tx) => {
        if (ended) await recordVisitors(tx, { ...ended, node });
        await recordVisitors(tx, { ...begun, node });
        await pruneVisitors(tx, now - RETENTION);
      });
      await readOtherNodes();
    } catch (error) {
      log.warn('visitors could not be counted', { error });
    }
    scheduleCount();
  }

  /** On the minute, so that all nodes count the same minutes. */
  function scheduleCount(): void {
    if (stopped) return;
    cancel = timers.after(MINUTE - (clock.now() % MINUTE), () => {
      counting = countMinute();
      return counting;
    });
  }

  return {
    count: () => countHere() + elsewhere,
    noteArrival() {
      if (current) current.visitors = Math.max(current.visitors, countHere());
    },
    history() {
      const since = clock.now() - DAY;
      return readVisitorHistory(database.db, since - (since % CHART_STEP) + CHART_STEP, CHART_STEP);
    },
    async start() {
      await readOtherNodes();
      scheduleCount();
    },
    async stop() {
      stopped = true;
      cancel();
      await counting;
    },
  };
}
