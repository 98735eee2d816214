/** A value that is read seldom and with a deadline; null when it cannot be read. */
import type { Timers } from '../clock.ts';

export type FreshValue<Value> = () => Promise<Value | null>;

export interface Freshness {
  /** For so long a response is given again without asking. */
  keptFor: number;
  /** How long a caller waits; what comes later is for the next one. */
  deadline: number;
}

export function createFreshValue<Value>(
  read: () => Promise<Value>,
  { keptFor, deadline }: Freshness,
  timers: Timers,
): FreshValue<Value> {
  let kept: { value: Value; askedAt: number } | null = null;
  let asking: Promise<void> | null = null;

  /** However many ask meanwhile, there is one question. */
  async function ask(): Promise<void> {
    const askedAt = timers.elapsed();
    kept = null;
    try {
      kept = { value: await read(), askedAt };
    } catch {
      // The value is missing, and that is all that can be said of it.
    } finally {
      asking = null;
    }
  }

  return async () => {
    if (kept && timers.elapsed() - kept.askedAt < keptFor) return kept.value;
    asking ??= ask();
    await settleWithin(asking, deadline, timers);
    return kept?.value ?? null;
  };
}

async function settleWithin(work: Promise<void>, milliseconds: number, timers: Timers): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const cancel = timers.after(milliseconds, timeout.resolve);
  await Promise.race([work, timeout.promise]);
  cancel();
}
