/** Reads the feed as it grows, whichever node or process wrote it, and gives it to the broker in order. */
import { type ChangedTable, INVALIDATION_TABLES, LIVE_TABLES } from '../../contract/live.ts';
import { SECOND } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engines/database.ts';
import { type Audience, type FeedExtent, type FeedState, headFor } from '../storage/feed/feed-cursor.ts';
import { readFeed, readFeedState } from '../storage/feed/feed-store.ts';
import type { Broker } from './broker.ts';

/** Told which tables changed, before anyone else is; it is waited for, so it must not wait for the reader. */
export type ChangeListener = (tables: ReadonlySet<ChangedTable>) => void | Promise<void>;

export interface FeedReader {
  start(): Promise<void>;
  /** Settles once everything that was committed before the call has been handed out. */
  wake(): Promise<void>;
  onChanges(listener: ChangeListener): void;
  /** Grows with every change that the public can see. */
  publicVersion(): number;
  stop(): Promise<void>;
}

export interface FeedReaderParts {
  database: Database;
  broker: Broker;
  timers: Timers;
  log: Log;
}

/** How often it looks without being told: a notification can be lost, and SQLite gives none. */
const POLL_EVERY = SECOND;
const PAGE = 500;
/** How much of the past the broker is told at the start, for clients that come back after it. */
const REPLAYED_AT_START = 1_000;

const AUDIENCES = ['admin', 'public'] as const;
const EMPTY: FeedExtent = { head: 0, prunedThrough: 0 };

export function createFeedReader({ database, broker, timers, log }: FeedReaderParts): FeedReader {
  const listeners: ChangeListener[] = [];
  let seen: FeedState = { epoch: '', admin: EMPTY, public: EMPTY };
  let version = 0;
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;
  let cancelPoll = () => {};
  let stopListening = () => {};
  let stopped = false;

  async function readOn(): Promise<void> {
    const state = await readFeedState(database.db);
    if (!continues(seen, state)) await startOver(state);
    else {
      await publishNewEntries('admin', state);
      await publishNewEntries('public', state);
    }
    seen = state;
  }

  async function publishNewEntries(audience: Audience, state: FeedState): Promise<void> {
    while (broker.position(audience).id < headFor(state, audience).id) {
      const entries = await readFeed(database.db, audience, broker.position(audience).id, PAGE);
      // The feed was replaced between two looks: the next one will see that.
      if (entries.length === 0) return;
      // Staff see every change, so their side of the feed is the one that tells all tables.
      if (audience === 'admin') await notifyListeners(new Set(entries.map(({ table }) => table)));
      else version += 1;
      broker.publish(audience, entries);
    }
  }

  /** The data changed in ways that the feed does not notifyListeners: after a restored backup, above all. */
  async function startOver(state: FeedState): Promise<void> {
    log.warn('the feed was replaced: every client refetches');
    await notifyListeners(new Set([...LIVE_TABLES, ...INVALIDATION_TABLES]));
    version += 1;
    for (const audience of AUDIENCES) broker.restart(audience, headFor(state, audience));
  }

  async function notifyListeners(tables: ReadonlySet<ChangedTable>): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener(tables);
      } catch (error) {
        // The change is not handed out yet: the next reading tells of it again.
        if (error instanceof DatabaseDown) throw error;
        log.error('a listener to changes failed', { error });
      }
    }
  }

  /** Never given up half way: a reading that went on beside the next one could hand out changes twice. */
  async function tryToRead(): Promise<void> {
    try {
      await readOn();
    } catch (error) {
      log.error('the feed cannot be read', { error });
    }
  }

  function wake(): Promise<void> {
    if (stopped) return Promise.resolve();
    if (!reading) {
      reading = tryToRead().finally(() => {
        reading = null;
      });
      return reading;
    }
    // The reading under way may have passed by what the caller means; the one after it cannot.
    nextReading ??= reading.then(() => {
      nextReading = null;
      return wake();
    });
    return nextReading;
  }

  async function poll(): Promise<void> {
    await wake();
    if (!stopped) cancelPoll = timers.after(POLL_EVERY, poll);
  }

  return {
    async start() {
      seen = await readFeedState(database.db);
      for (const audience of AUDIENCES) {
        const { head, prunedThrough } = seen[audience];
        broker.restart(audience, {
          epoch: seen.epoch,
          id: Math.max(prunedThrough, head - REPLAYED_AT_START),
        });
      }
      stopListening = database.onFeedGrowth(() => void wake());
      await poll();
    },

    wake,
    onChanges: (listener) => void listeners.push(listener),
    publicVersion: () => version,

    async stop() {
      if (stopped) return;
      stopped = true;
      cancelPoll();
      stopListening();
      await reading;
    },
  };
}

/** Whether one state of the feed came out of the other, with nothing in between already forgotten. */
const continues = (before: FeedState, after: FeedState): boolean =>
  after.epoch === before.epoch &&
  AUDIENCES.every(
    (audience) =>
      after[audience].head >= before[audience].head && after[audience].prunedThrough <= before[audience].head,
  );
