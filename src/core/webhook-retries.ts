/** When a webhook message that was not accepted is sent again: the plan that Standard Webhooks recommends. */
import { HOUR, type Instant, MINUTE, SECOND } from './ist-time.ts';

/** The pause after each failed attempt; in all a little more than three days. */
const RETRY_PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Spreads the retries of many messages that failed at the same time. */
const MAX_JITTER = 0.1;

/** Null when the message is given up. `random` is from 0 to 1; a pause is never shorter than planned. */
export function nextRetryAt(now: Instant, failedAttempts: number, random: number): Instant | null {
  const pause = RETRY_PAUSES[failedAttempts - 1];
  return pause === undefined ? null : now + Math.round(pause * (1 + MAX_JITTER * random));
}
