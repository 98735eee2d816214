/** How often something may be done from one place: past that it is refused until the window is over. */
import { type Instant, SECOND } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { countOne } from '../storage/rate-limits-store.ts';
import type { Reader } from '../storage/schema.ts';

export interface Limit {
  most: number;
  window: number;
  /** What a person is told who has to wait. */
  detail?: string;
}

export async function spendOne(
  db: Reader,
  key: string,
  { most, window, detail }: Limit,
  now: Instant,
): Promise<void> {
  const { count, windowStart } = await countOne(db, key, window, now);
  if (count <= most) return;
  throw new AppError('too-many', {
    retryAfter: (windowStart + window - now) / SECOND,
    ...(detail !== undefined && { detail }),
  });
}
