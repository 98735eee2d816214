/** Metric values from the database: feed lag, queued mails and webhook messages, overdue results, last backup. */
import { type Instant, istDateOf, SECOND } from '../../core/ist-time.ts';
import { revealInstant } from '../../core/phase.ts';
import { SLOTS } from '../../core/slots.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Database } from '../storage/engines/database.ts';
import { readFeedAfter } from '../storage/feed/feed-store.ts';
import { readMailQueue } from '../storage/operations/mails-store.ts';
import { readPublicSettings, readPublishedDay } from '../storage/public-reads.ts';
import { readDeliveryQueue } from '../storage/webhooks/delivery-queue.ts';
import { createCachedValue } from './cached-value.ts';

export interface StoredValues {
  feedLag: { entries: number; seconds: number } | null;
  mails: { waiting: number; oldestSeconds: number } | null;
  webhooks: { waiting: number; oldestSeconds: number } | null;
  overdueResults: { count: number; seconds: number } | null;
  /** `finishedAt` is null if there is no backup. */
  lastBackup: { finishedAt: string | null } | null;
}

export interface StoredValuesParts {
  database: Database;
  clock: Clock;
  timers: Timers;
  /** The id of the last feed entry that this node has published. */
  lastFeedId(): number;
  lastBackup(): Promise<{ finishedAt: string | null } | null>;
}

const CACHE_OPTIONS = { maxAge: 3 * SECOND, deadline: SECOND };
const UNKNOWN: StoredValues = {
  feedLag: null,
  mails: null,
  webhooks: null,
  overdueResults: null,
  lastBackup: null,
};

export function createStoredValues(parts: StoredValuesParts): () => Promise<StoredValues> {
  const { database, timers } = parts;
  const cached = <Value>(read: () => Promise<Value>) => createCachedValue(read, CACHE_OPTIONS, timers);
  const feedLag = cached(() => readFeedLag(parts));
  const mails = cached(() => readMails(parts));
  const webhooks = cached(() => readWebhooks(parts));
  const overdueResults = cached(() => readOverdueResults(parts));
  const lastBackup = cached(async () => (await parts.lastBackup()) ?? { finishedAt: null });
  return async () => {
    if (!database.state().responds) return UNKNOWN;
    const [lag, queue, messages, overdue, backup] = await Promise.all([
      feedLag(),
      mails(),
      webhooks(),
      overdueResults(),
      lastBackup(),
    ]);
    // Values from before an outage are not reported.
    if (!database.state().responds) return UNKNOWN;
    return {
      feedLag: lag,
      mails: queue,
      webhooks: messages,
      overdueResults: overdue,
      lastBackup: backup,
    };
  };
}

const secondsSince = (instant: Instant | null, now: Instant): number =>
  instant === null ? 0 : Math.max(0, now - instant) / SECOND;

async function readFeedLag({ database, clock, lastFeedId }: StoredValuesParts) {
  const { entries, oldestAt } = await readFeedAfter(database.db, lastFeedId());
  return { entries, seconds: secondsSince(oldestAt, clock.now()) };
}

async function readMails({ database, clock }: StoredValuesParts) {
  const now = clock.now();
  const { waiting, oldestAt } = await readMailQueue(database.db, now);
  return { waiting, oldestSeconds: secondsSince(oldestAt, now) };
}

async function readWebhooks({ database, clock }: StoredValuesParts) {
  const { waiting, oldestAt } = await readDeliveryQueue(database.db);
  return { waiting, oldestSeconds: secondsSince(oldestAt, clock.now()) };
}

/** Today's slots whose result should be published and is not. */
async function readOverdueResults({ database, clock }: StoredValuesParts) {
  const now = clock.now();
  const date = istDateOf(now);
  const { publishDelay } = await readPublicSettings(database.db);
  const published = new Set((await readPublishedDay(database.db, date)).map(({ slot }) => slot));
  const overdue = SLOTS.filter((slot) => !published.has(slot))
    .map((slot) => revealInstant(date, slot, publishDelay))
    .filter((revealAt) => revealAt <= now);
  return { count: overdue.length, seconds: secondsSince(overdue[0] ?? null, now) };
}
