/** Creates the live parts: feed reader, broker, streams and the count of visitors. */
import { DAY } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engines/database.ts';
import { type Audience, formatFeedCursor } from '../storage/feed/feed-cursor.ts';
import { pruneFeed } from '../storage/feed/feed-store.ts';
import { createBroker } from './broker.ts';
import { type ChangeListener, createFeedReader } from './feed-reader.ts';
import type { StreamLimits } from './stream-limits.ts';
import { createStreams, type StreamRequest, type Streams } from './streams.ts';
import { createVisitors, type Visitors } from './visitors.ts';

export interface Live {
  openStream(request: StreamRequest): Promise<Response>;
  /** The place in the feed up to which an audience has seen everything. To be read before the data it goes with. */
  cursor(audience: Audience): string;
  /** Grows with every change that the public can see. */
  publicVersion(): number;
  /** To be called after a commit; settles once this node has handed the change out. */
  wake(): Promise<void>;
  onChanges(listener: ChangeListener): void;
  visitors: Pick<Visitors, 'count' | 'history'>;
  /** Of this node. */
  streams: Pick<Streams, 'count' | 'totals'>;
  /** The last change that this node has handed out, in the numbering of staff. */
  lastFeedId(): number;
  /** To be called now and then. */
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
  /** The name of this node among the others. */
  node: string;
}

/** A client that was away for longer refetches. */
const CHANGES_KEPT = 7 * DAY;

export function createLive(parts: LiveParts, limits?: StreamLimits): Live {
  const { database, clock } = parts;
  const broker = createBroker();
  const reader = createFeedReader({ ...parts, broker });
  const visitors = createVisitors({ ...parts, countHere: () => streams.count('public') });
  const streams = createStreams({ ...parts, broker, wake: reader.wake, visitors: visitors.count }, limits);
  return {
    openStream: streams.open,
    cursor: (audience) => formatFeedCursor(broker.position(audience)),
    publicVersion: reader.publicVersion,
    wake: reader.wake,
    onChanges: reader.onChanges,
    visitors,
    streams,
    lastFeedId: () => broker.position('admin').id,
    pruneOldChanges: () => database.write((tx) => pruneFeed(tx, clock.now() - CHANGES_KEPT)),
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
