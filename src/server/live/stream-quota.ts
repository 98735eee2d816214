/** Counts open streams and refuses those over the limit; visitors and staff have separate limits. */
import { MINUTE } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Audience } from '../storage/feed/feed-cursor.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface StreamQuota {
  /** Counts a stream or throws an `AppError`. */
  take(audience: Audience, source: string): void;
  /** Called once for each stream that was counted. */
  release(audience: Audience, source: string): void;
  count(audience: Audience): number;
  /** Since the start. */
  totals(audience: Audience): StreamTotals;
  /** Logs the refusals since the last message about the same limit; called every second. */
  logRefusals(): void;
}

export interface StreamTotals {
  opened: number;
  /** By the limit that was reached. */
  refused: Record<Cap, number>;
}

type Cap = 'inAll' | 'perSource';

export interface StreamQuotaParts {
  pools: StreamLimits['pools'];
  timers: Timers;
  log: Log;
}

const RETRY_AFTER_SECONDS = 10;
const LOG_EVERY = MINUTE;

interface Pool {
  inAll: number;
  bySource: Map<string, number>;
}

interface Refusals {
  audience: Audience;
  cap: Cap;
  refused: number;
  lastSource: string;
  loggedAt: number | null;
}

export function createStreamQuota({ pools, timers, log }: StreamQuotaParts): StreamQuota {
  const taken: Record<Audience, Pool> = {
    public: { inAll: 0, bySource: new Map() },
    admin: { inAll: 0, bySource: new Map() },
  };
  const refusals = new Map<string, Refusals>();
  const totals: Record<Audience, StreamTotals> = {
    public: { opened: 0, refused: { inAll: 0, perSource: 0 } },
    admin: { opened: 0, refused: { inAll: 0, perSource: 0 } },
  };

  function refuse(audience: Audience, cap: Cap, source: string): never {
    totals[audience].refused[cap] += 1;
    const key = `${audience} ${cap}`;
    const former = refusals.get(key) ?? { audience, cap, refused: 0, loggedAt: null };
    refusals.set(key, { ...former, refused: former.refused + 1, lastSource: source });
    throw new AppError('too-many-streams', { retryAfter: RETRY_AFTER_SECONDS });
  }

  return {
    take(audience, source) {
      const pool = taken[audience];
      const fromSource = pool.bySource.get(source) ?? 0;
      if (fromSource >= pools[audience].perSource) refuse(audience, 'perSource', source);
      if (pool.inAll >= pools[audience].inAll) refuse(audience, 'inAll', source);
      pool.inAll += 1;
      totals[audience].opened += 1;
      pool.bySource.set(source, fromSource + 1);
    },

    release(audience, source) {
      const pool = taken[audience];
      pool.inAll -= 1;
      const left = (pool.bySource.get(source) ?? 1) - 1;
      if (left > 0) pool.bySource.set(source, left);
      else pool.bySource.delete(source);
    },

    count: (audience) => taken[audience].inAll,

    totals: (audience) => totals[audience],

    logRefusals() {
      const now = timers.elapsed();
      for (const entry of refusals.values()) {
        const { audience, cap, refused, lastSource, loggedAt } = entry;
        if (refused === 0 || (loggedAt !== null && now - loggedAt < LOG_EVERY)) continue;
        log.warn('live streams refused: too many are open', {
          audience,
          cap,
          most: pools[audience][cap],
          refused,
          // The total limit can hit any client: only a source that reached its own limit is logged.
          ...(cap === 'perSource' && { source: lastSource }),
        });
        Object.assign(entry, { refused: 0, loggedAt: now });
      }
    },
  };
}
