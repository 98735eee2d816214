/** Creates the live parts: feed reader, broker, streams and visitor count. */
import { DAY } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engines/database.ts';
import { type Feed, formatFeedCursor } from '../storage/feed/feed-cursor.ts';
import { pruneFeed } from '../storage/feed/feed-store.ts';
import { createBroker, type Subscriber } from './broker.ts';
import { type ChangeListener, createFeedReader } from './feed-reader.ts';
import type { StreamLimits } from './stream-limits.ts';
import { createStreams, type Streams } from './streams.ts';
import { createVisitors, type Visitors } from './visitors.ts';

export interface Live {
  openStream: Streams['open'];
  openSocket: Streams['openSocket'];
  /** The current position in a feed. Must be read before the data that it belongs to. */
  cursor(feed: Feed): string;
  /** Increases with every change that the public can see. */
  publicVersion(): number;
  /** Called after a commit; resolves when this node has published the change. */
  wake(): Promise<void>;
  /** Called with the changed tables before clients get the change. */
  beforeClients(listener: ChangeListener): void;
  /** Called with the changed tables after clients have got the change. */
  afterClients(listener: ChangeListener): void;
  /** Calls the subscriber with each change that the public can see, before `publicVersion` can be read again. */
  subscribeToPublic(subscriber: Subscriber): void;
  visitors: Pick<Visitors, 'count' | 'history'>;
  /** Of this node. */
  streams: Pick<Streams, 'count' | 'totals'>;
  /** The id of the last feed entry that this node has published, in the feed of staff. */
  lastFeedId(): number;
  /** Called by housekeeping. */
  pruneOldChanges(): Promise<void>;
  start(): Promise<void>;
  /** Ends every stream. */
  stop(): Promise<void>;
}

export interface LiveParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
  /** The name of this node, unique among all nodes. */
  node: string;
}

/** A client that was disconnected for longer must fetch everything again. */
const FEED_RETENTION = 7 * DAY;

export function createLive(parts: LiveParts, limits?: StreamLimits): Live {
  const { database, clock } = parts;
  const broker = createBroker();
  const reader = createFeedReader({ ...parts, broker });
  const visitors = createVisitors({ ...parts, countHere: () => streams.count('public') });
  const streams = createStreams({ ...parts, broker, wake: reader.wake, visitors }, limits);
  return {
    openStream: streams.open,
    openSocket: streams.openSocket,
    cursor: (feed) => formatFeedCursor(broker.position(feed)),
    publicVersion: reader.publicVersion,
    wake: reader.wake,
    beforeClients: reader.beforeClients,
    afterClients: reader.afterClients,
    subscribeToPublic: (subscriber) => void broker.subscribe('public', subscriber),
    visitors,
    streams,
    lastFeedId: () => broker.position('admin').id,
    pruneOldChanges: () => database.write((tx) => pruneFeed(tx, clock.now() - FEED_RETENTION)),
    async start() {
      await reader.start();
      await visitors.start();
      streams.start();
    },
    async stop() {
      streams.stop();
      await Promise.all([reader.stop(), visitors.stop()]);
    },
  };
}
