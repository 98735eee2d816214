/** Counts the connected visitors of all nodes, and stores the counts for the dashboard's chart. */
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
  /** One count for every five minutes of the last day, oldest first. */
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

const SAMPLE_EVERY = MINUTE;
const CHART_STEP = 5 * MINUTE;
const RETENTION = 2 * DAY;

export function createVisitors(parts: VisitorsParts): Visitors {
  const { database, clock, timers, log, node, countHere } = parts;
  let elsewhere = 0;
  let cancel = () => {};
  let sampling: Promise<void> | null = null;
  let stopped = false;

  async function readOtherNodes(): Promise<void> {
    // SQLite has one node: another name in it is the same node before a restart.
    if (database.kind === 'sqlite') return;
    elsewhere = await readVisitorsElsewhere(database.db, node, clock.now() - 2 * SAMPLE_EVERY);
  }

  async function sample(): Promise<void> {
    const now = clock.now();
    try {
      await database.write(async (tx) => {
        await recordVisitors(tx, { at: now - (now % SAMPLE_EVERY), node, visitors: countHere() });
        await pruneVisitors(tx, now - RETENTION);
      });
      await readOtherNodes();
    } catch (error) {
      log.warn('visitors could not be counted', { error });
    }
    scheduleSample();
  }

  /** On the minute, so that all nodes count at the same instants. */
  function scheduleSample(): void {
    if (stopped) return;
    cancel = timers.after(SAMPLE_EVERY - (clock.now() % SAMPLE_EVERY), () => {
      sampling = sample();
      return sampling;
    });
  }

  return {
    count: () => countHere() + elsewhere,
    history: () => readVisitorHistory(database.db, clock.now() - DAY, CHART_STEP),
    async start() {
      await readOtherNodes();
      scheduleSample();
    },
    async stop() {
      stopped = true;
      cancel();
      await sampling;
    },
  };
}
