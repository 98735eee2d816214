/** Forgets the oldest part of the feed; a client that was away for longer refetches. */
import { DAY, HOUR } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { pruneFeed } from '../storage/feed-store.ts';

export interface FeedPruning {
  start(): void;
  stop(): Promise<void>;
}

export interface FeedPruningParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
}

const KEPT = 7 * DAY;
const PRUNE_EVERY = HOUR;

export function createFeedPruning({ database, clock, timers, log }: FeedPruningParts): FeedPruning {
  let callOff = () => {};
  let pruning: Promise<void> | null = null;
  let stopped = false;

  async function prune(): Promise<void> {
    try {
      await database.write((tx) => pruneFeed(tx, clock.now() - KEPT));
    } catch (error) {
      log.warn('the feed could not be pruned', { error });
    }
    schedule();
  }

  function schedule(): void {
    if (stopped) return;
    callOff = timers.after(PRUNE_EVERY, () => {
      pruning = prune();
      return pruning;
    });
  }

  return {
    start: schedule,
    async stop() {
      stopped = true;
      callOff();
      await pruning;
    },
  };
}
