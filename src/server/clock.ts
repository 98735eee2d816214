/** The only reader of the time: real, started at a given instant, or corrected towards the database's. */
import type { Instant } from '../core/ist-time.ts';

export interface Clock {
  now(): Instant;
}

/** Runs at normal speed from `start`, or shows the machine's time when none is given. */
export function startClock(start: Instant | null): Clock {
  if (start === null) return { now: () => Date.now() };
  const startedAt = performance.now();
  return { now: () => Math.floor(start + performance.now() - startedAt) };
}
