/** Counts open streams and refuses those over the limit; visitors and staff have separate limits. */
import { MINUTE } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Feed } from '../storage/feed/feed-cursor.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface StreamQuota {
  /** Counts a stream or throws an `AppError`. */
  take(audience: Feed, source: string): void;
  /** Called once for each stream that was counted. */
  release(audience: Feed, source: string): void;
  count(audience: Feed): number;
  /** Since the start. */
  totals(audience: Feed): StreamTotals;
  /** Logs the refusals since the last message about the same limit; called every second. */
  logRefusals(): void;
}

export interface StreamTotals {
  opened: number;
  /** By the limit that was reached. */
  refused: Record<Limit, number>;
}

type Limit = 'total' | 'perSource';

export interface StreamQuotaParts {
  streams: StreamLimits['streams'];
  timers: Timers;
  log: Log;
}

const RETRY_AFTER_SECONDS = 10;
const LOG_EVERY = MINUTE;

/** The streams that are open. */
interface Taken {
  total: number;
  bySource: Map<string, number>;
}

interface Refusals {
  audience: Feed;
  limit: Limit;
  refused: number;
  lastSource: string;
  loggedAt: number | null;
}

export function createStreamQuota({ streams, timers, log }: StreamQuotaParts): StreamQuota {
  const taken: Record<Feed, Taken> = {
    public: { total: 0, bySource: new Map() },
    admin: { total: 0, bySource: new Map() },
  };
  const refusals = new Map<string, Refusals>();
  const totals: Record<Feed, StreamTotals> = {
    public: { opened: 0, refused: { total: 0, perSource: 0 } },
    admin: { opened: 0, refused: { total: 0, perSource: 0 } },
  };

  function refuse(audience: Feed, limit: Limit, source: string): never {
    totals[audience].refused[limit] += 1;
    const key = `${audience} ${limit}`;
    const former = refusals.get(key) ?? { audience, limit, refused: 0, loggedAt: null };
    refusals.set(key, { ...former, refused: former.refused + 1, lastSource: source });
    throw new AppError('too-many-streams', { retryAfter: RETRY_AFTER_SECONDS });
  }

  return {
    take(audience, source) {
      const open = taken[audience];
      const fromSource = open.bySource.get(source) ?? 0;
      if (fromSource >= streams[audience].perSource) refuse(audience, 'perSource', source);
      if (open.total >= streams[audience].total) refuse(audience, 'total', source);
      open.total += 1;
      totals[audience].opened += 1;
      open.bySource.set(source, fromSource + 1);
    },

    release(audience, source) {
      const open = taken[audience];
      open.total -= 1;
      const left = (open.bySource.get(source) ?? 1) - 1;
      if (left > 0) open.bySource.set(source, left);
      else open.bySource.delete(source);
    },

    count: (audience) => taken[audience].total,

    totals: (audience) => totals[audience],

    logRefusals() {
      const now = timers.elapsed();
      for (const entry of refusals.values()) {
        const { audience, limit, refused, lastSource, loggedAt } = entry;
        if (refused === 0 || (loggedAt !== null && now - loggedAt < LOG_EVERY)) continue;
        log.warn('live streams refused: too many are open', {
          audience,
          // As older versions log it.
          cap: limit === 'total' ? 'inAll' : limit,
          most: streams[audience][limit],
          refused,
          // The total limit can hit any client: only a source that reached its own limit is logged.
          ...(limit === 'perSource' && { source: lastSource }),
        });
        Object.assign(entry, { refused: 0, loggedAt: now });
      }
    },
  };
}
