/** Caches a value for a short time, and reads it with a deadline; null if it cannot be read. */
import type { Timers } from '../clock.ts';

export type CachedValue<Value> = () => Promise<Value | null>;

export interface CacheOptions {
  /** How long the value is returned without reading it again. */
  maxAge: number;
  /** How long a caller waits; a later result is cached for the next caller. */
  deadline: number;
}

export function createCachedValue<Value>(
  read: () => Promise<Value>,
  { maxAge, deadline }: CacheOptions,
  timers: Timers,
): CachedValue<Value> {
  let cached: { value: Value; readAt: number } | null = null;
  let refreshing: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const readAt = timers.elapsed();
    cached = null;
    try {
      cached = { value: await read(), readAt };
    } catch {
      // The value is unknown: callers get null.
    } finally {
      refreshing = null;
    }
  }

  return async () => {
    if (cached && timers.elapsed() - cached.readAt < maxAge) return cached.value;
    // One read for all simultaneous callers.
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
