/** A value that is read seldom and with a deadline; null when it cannot be read. */
import type { Timers } from '../clock.ts';

export type CachedValue<Value> = () => Promise<Value | null>;

export interface CacheOptions {
  /** For so long a response is given again without refreshing. */
  maxAge: number;
  /** How long a caller waits; what comes later is for the next one. */
  deadline: number;
}

export function createCachedValue<Value>(
  read: () => Promise<Value>,
  { maxAge, deadline }: CacheOptions,
  timers: Timers,
): CachedValue<Value> {
  let cached: { value: Value; readAt: number } | null = null;
  let refreshing: Promise<void> | null = null;

  /** However many refresh meanwhile, there is one question. */
  async function refresh(): Promise<void> {
    const readAt = timers.elapsed();
    cached = null;
    try {
      cached = { value: await read(), readAt };
    } catch {
      // The value is missing, and that is all that can be said of it.
    } finally {
      refreshing = null;
    }
  }

  return async () => {
    if (cached && timers.elapsed() - cached.readAt < maxAge) return cached.value;
    refreshing ??= refresh();
    await settleWithin(refreshing, deadline, timers);
    return cached?.value ?? null;
  };
}

async function settleWithin(work: Promise<void>, milliseconds: number, timers: Timers): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const cancel = timers.after(milliseconds, timeout.resolve);
  await Promise.race([work, timeout.promise]);
  cancel();
}
