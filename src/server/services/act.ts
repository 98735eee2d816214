/** One change by a person or by automation: one transaction with its activity entry and its feed rows. */
import type { ActivityType, Snapshot } from '../../contract/activity.ts';
import type { Actor } from '../../core/actor.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { WriteOptions } from '../storage/engines/database.ts';
import { appendActivity } from '../storage/feed/activity-store.ts';
import type { FeedEvent } from '../storage/feed/feed-store.ts';
import type { Writer } from '../storage/schema.ts';
import type { ServiceContext } from './context.ts';

export interface ActRecord {
  type: ActivityType;
  action: string;
  target: string;
  before: Snapshot;
  after: Snapshot;
  events: readonly FeedEvent[];
}

export interface Act {
  tx: Writer;
  now: Instant;
  /** An act that finds nothing to do records nothing. */
  record(record: ActRecord): Promise<void>;
}

export const perform = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: (act: Act) => Promise<Result>,
): Promise<Result> => performAt(services, actor, async () => services.clock.now(), work);

/** An act at the time that the database's clock shows, where the server follows it; no other write goes before it. */
export const performByDatabaseTime = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: (act: Act) => Promise<Result>,
): Promise<Result> =>
  performAt(services, actor, services.readDatabaseTime ?? (async () => services.clock.now()), work, {
    goesFirst: true,
  });

async function performAt<Result>(
  services: ServiceContext,
  actor: Actor,
  readTime: (tx: Writer) => Promise<Instant>,
  work: (act: Act) => Promise<Result>,
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
    });
  }, options);
  if (hasRecorded) await services.changed();
  return result;
}
