/** When a mail that could not be delivered is tried again, and when it is given up. */
import { DAY, HOUR, type Instant, MINUTE } from '../../core/ist-time.ts';

const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 6 * HOUR;
const GIVEN_UP_AFTER = 3 * DAY;

/** Each pause is twice the one before; null when the mail has waited long enough. */
export function nextAttemptAt(now: Instant, mail: { attempts: number; created_at: Instant }): Instant | null {
  if (now - mail.created_at >= GIVEN_UP_AFTER) return null;
  return now + Math.min(FIRST_PAUSE * 2 ** (mail.attempts - 1), LONGEST_PAUSE);
}
