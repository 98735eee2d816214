/** Reads new feed entries of all nodes and processes, and publishes them to the broker in order. */
import { type ChangedTable, INVALIDATION_TABLES, LIVE_TABLES } from '../../contract/live.ts';
import { SECOND } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engines/database.ts';
import { type Feed, type FeedExtent, type FeedState, headFor } from '../storage/feed/feed-cursor.ts';
import { readFeed, readFeedState } from '../storage/feed/feed-store.ts';
import { type Broker, MOST_RECENT } from './broker.ts';

/** Is awaited, so it must not wait for the reader. */
export type ChangeListener = (tables: ReadonlySet<ChangedTable>) => void | Promise<void>;

export interface FeedReader {
  start(): Promise<void>;
  /** Resolves when every change that was committed before the call has been published. */
  wake(): Promise<void>;
  /** Called with the changed tables before clients get the change. */
  beforeClients(listener: ChangeListener): void;
  /** Called with the changed tables after clients have got the change, so that they need not wait for it. */
  afterClients(listener: ChangeListener): void;
  /** Increases with every change that the public can see. */
  publicVersion(): number;
  stop(): Promise<void>;
}

export interface FeedReaderParts {
  database: Database;
  broker: Broker;
  timers: Timers;
  log: Log;
}

/** Polls as well, because a notification can be lost and SQLite has none. */
const POLL_EVERY = SECOND;
const PAGE = 500;
const FEEDS = ['admin', 'public'] as const;
const EMPTY: FeedExtent = { head: 0, prunedThrough: 0 };

export function createFeedReader({ database, broker, timers, log }: FeedReaderParts): FeedReader {
  const earlyListeners: ChangeListener[] = [];
  const lateListeners: ChangeListener[] = [];
  /** What the late listeners have not been called with. */
  let unreported = new Set<ChangedTable>();
  let seen: FeedState = { epoch: '', admin: EMPTY, public: EMPTY };
  let version = 0;
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;
  let cancelPoll = () => {};
  let stopListening = () => {};
  let stopped = false;

  async function readNew(): Promise<void> {
    const state = await readFeedState(database.db);
    if (!continues(seen, state)) await startOver(state);
    else for (const feed of FEEDS) await publishNewEntries(feed, state);
    // Otherwise the feed was replaced between two queries: the next read detects it, as it compares with `seen`.
    if (FEEDS.every((feed) => broker.position(feed).id >= headFor(state, feed).id)) seen = state;
    await reportChanges();
  }

  async function reportChanges(): Promise<void> {
    if (unreported.size === 0) return;
    await notify(lateListeners, unreported);
    unreported = new Set();
  }

  async function publishNewEntries(feed: Feed, state: FeedState): Promise<void> {
    while (broker.position(feed).id < headFor(state, feed).id) {
      const entries = await readFeed(database.db, feed, broker.position(feed).id, PAGE);
      if (entries.length === 0) return;
      // The feed of staff has every change, so it is the one that listeners get.
      if (feed === 'admin') await prepareFor(entries.map(({ table }) => table));
      else version += 1;
      broker.publish(feed, entries);
    }
  }

  /** The data changed without feed entries, for example by a restored backup. */
  async function startOver(state: FeedState): Promise<void> {
    log.warn('the feed was replaced: every client refetches');
    await prepareFor([...LIVE_TABLES, ...INVALIDATION_TABLES]);
    version += 1;
    for (const feed of FEEDS) broker.restart(feed, headFor(state, feed));
  }

  async function prepareFor(tables: readonly ChangedTable[]): Promise<void> {
    for (const table of tables) unreported.add(table);
    await notify(earlyListeners, new Set(tables));
  }

  async function notify(
    listeners: readonly ChangeListener[],
    tables: ReadonlySet<ChangedTable>,
  ): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener(tables);
      } catch (error) {
        // The next read calls the listeners again.
        if (error instanceof DatabaseDown) throw error;
        log.error('a listener to changes failed', { error });
      }
    }
  }

  /** Has no timeout: two reads at the same time could publish changes twice. */
  async function tryToRead(): Promise<void> {
    try {
      await readNew();
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
    // The current read may have started before the caller's commit; the next one has not.
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
      for (const feed of FEEDS) {
        const { head, prunedThrough } = seen[feed];
        broker.restart(feed, {
          epoch: seen.epoch,
          // Those after it are published again, for clients that reconnect after the start.
          id: Math.max(prunedThrough, head - MOST_RECENT),
        });
      }
      stopListening = database.onFeedGrowth(() => void wake());
      await poll();
    },

    wake,
    beforeClients: (listener) => void earlyListeners.push(listener),
    afterClients: (listener) => void lateListeners.push(listener),
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

/** Whether `after` is a later state of the same feed, and nothing in between has been pruned. */
const continues = (before: FeedState, after: FeedState): boolean =>
  after.epoch === before.epoch &&
  FEEDS.every(
    (feed) => after[feed].head >= before[feed].head && after[feed].prunedThrough <= before[feed].head,
  );
