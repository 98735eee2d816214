/** Counts the visitors that are connected, all nodes together, and keeps the counts for the dashboard's plot. */
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
  /** One figure for every five minutes of the last day, the oldest first. */
  history(): Promise<{ at: Instant; visitors: number }[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface VisitorsParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
  /** The name of this node among the others. */
  node: string;
  countHere(): number;
}

const SAMPLE_EVERY = MINUTE;
const PLOT_STEP = 5 * MINUTE;
const KEPT = 2 * DAY;

export function createVisitors(parts: VisitorsParts): Visitors {
  const { database, clock, timers, log, node, countHere } = parts;
  let elsewhere = 0;
  let cancel = () => {};
  let sampling: Promise<void> | null = null;
  let stopped = false;

  async function readOtherNodes(): Promise<void> {
    // The embedded database has one node: another name in it is this one's before it was restarted.
    if (database.kind === 'sqlite') return;
    elsewhere = await readVisitorsElsewhere(database.db, node, clock.now() - 2 * SAMPLE_EVERY);
  }

  async function sample(): Promise<void> {
    const now = clock.now();
    try {
      await database.write(async (tx) => {
        await recordVisitors(tx, { at: now - (now % SAMPLE_EVERY), node, visitors: countHere() });
        await pruneVisitors(tx, now - KEPT);
      });
      await readOtherNodes();
    } catch (error) {
      log.warn('visitors could not be counted', { error });
    }
    scheduleSample();
  }

  /** On the minute, so that the counts of all nodes are of the same instants. */
  function scheduleSample(): void {
    if (stopped) return;
    cancel = timers.after(SAMPLE_EVERY - (clock.now() % SAMPLE_EVERY), () => {
      sampling = sample();
      return sampling;
    });
  }

  return {
    count: () => countHere() + elsewhere,
    history: () => readVisitorHistory(database.db, clock.now() - DAY, PLOT_STEP),
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
