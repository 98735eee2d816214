/** One change by a person or by automation: one transaction with its activity entry and its feed rows. */
import type { ActivityType, Snapshot } from '../../contract/activity.ts';
import type { Actor } from '../../core/actor.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { WriteOptions } from '../storage/engines/database.ts';
import { appendActivity } from '../storage/feed/activity-store.ts';
import { appendFeed, type FeedEvent } from '../storage/feed/feed-store.ts';
import type { Writer } from '../storage/schema.ts';
import type { ServiceContext } from './context.ts';

export interface ChangeRecord {
  type: ActivityType;
  action: string;
  target: string;
  before: Snapshot;
  after: Snapshot;
  events: readonly FeedEvent[];
}

export interface ChangeContext {
  tx: Writer;
  now: Instant;
  /** Not called when nothing changed. */
  record(record: ChangeRecord): Promise<void>;
  /** For a part of a change that is recorded in another transaction. */
  announce(events: readonly FeedEvent[]): Promise<void>;
}

export const perform = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: (change: ChangeContext) => Promise<Result>,
): Promise<Result> => performAt(services, actor, async () => services.clock.now(), work);

/** Uses the time of the database's clock, where the server follows it, and runs before other waiting writes. */
export const performByDatabaseTime = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: (change: ChangeContext) => Promise<Result>,
): Promise<Result> =>
  performAt(services, actor, services.readDatabaseTime ?? (async () => services.clock.now()), work, {
    hasPriority: true,
  });

async function performAt<Result>(
  services: ServiceContext,
  actor: Actor,
  readTime: (tx: Writer) => Promise<Instant>,
  work: (change: ChangeContext) => Promise<Result>,
  options: WriteOptions = {},
): Promise<Result> {
  let hasRecorded = false;
  const result = await services.database.write(async (tx) => {
    hasRecorded = false;
    const now = await readTime(tx);
    return work({
      tx,
      now,
      async record({ events, ...entry }) {
        hasRecorded = true;
        await appendActivity(tx, { ...entry, at: now, actor }, events);
      },
      async announce(events) {
        hasRecorded ||= events.length > 0;
        await appendFeed(tx, now, events);
      },
    });
  }, options);
  if (hasRecorded) await services.changed();
  return result;
}
