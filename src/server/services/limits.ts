/** Rate limits: throws `too-many` until the window is over. */
import { type Instant, SECOND } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { incrementCountUpTo, readCount } from '../storage/accounts/rate-limits-store.ts';
import type { Counters } from '../storage/schema.ts';

export interface Limit {
  most: number;
  window: number;
  /** The text of the error. */
  detail?: string;
}

/** Counts one more, or throws `too-many` and writes nothing when the limit is reached. */
export async function countOrRefuse(
  counters: Counters,
  key: string,
  limit: Limit,
  now: Instant,
): Promise<void> {
  if (!(await tryToCount(counters, key, limit, now))) throw await tooMany(counters, key, limit, now);
}

/** Like `countOrRefuse`, but returns false instead of throwing. */
export async function tryToCount(
  counters: Counters,
  key: string,
  limit: Limit,
  now: Instant,
): Promise<boolean> {
  // Read first: a statement that could write would wait for other writers, even where it changes nothing.
  return (
    !(await isReached(counters, key, limit, now)) &&
    (await incrementCountUpTo(counters, key, limit, now)) !== null
  );
}

/** Throws `too-many` when the limit is reached, and counts nothing. */
export async function refuseIfReached(
  counters: Counters,
  key: string,
  limit: Limit,
  now: Instant,
): Promise<void> {
  if (await isReached(counters, key, limit, now)) throw await tooMany(counters, key, limit, now);
}

async function isReached(
  counters: Counters,
  key: string,
  { most, window }: Limit,
  now: Instant,
): Promise<boolean> {
  const counted = await readCount(counters, key, window, now);
  return counted !== null && counted.count >= most;
}

async function tooMany(
  counters: Counters,
  key: string,
  { window, detail }: Limit,
  now: Instant,
): Promise<AppError> {
  const windowStart = (await readCount(counters, key, window, now))?.windowStart ?? now;
  return new AppError('too-many', {
    retryAfter: (windowStart + window - now) / SECOND,
    ...(detail !== undefined && { detail }),
  });
}
