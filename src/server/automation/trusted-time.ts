/** The time that automation uses: that of the clock, unless the clock has just jumped ahead (decision 20). */
import { type Instant, MINUTE } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';

export interface ClockJump {
  /** What the clock showed. */
  to: Instant;
  /** What it should have shown by elapsed time. */
  expected: Instant;
}

export interface TrustedTime {
  now(): Instant;
  /** When the clock last jumped ahead, by the time it then showed. */
  jumpedAt(): Instant | null;
}

export interface TrustedTimeParts {
  clock: Clock;
  timers: Timers;
  onJump(jump: ClockJump): void;
}

/** Normal corrections by time servers are smaller. */
export const LARGE_JUMP = MINUTE;
/** The new time is trusted after this long: the machine was asleep, or its clock was corrected. */
export const TRUSTED_AFTER = 5 * MINUTE;

export function trustTime({ clock, timers, onJump }: TrustedTimeParts): TrustedTime {
  /** The last trusted pair of readings; null before the first call of `now`. */
  let trusted: { at: Instant; elapsed: number } | null = null;
  let suspicion: { ahead: number; since: number } | null = null;
  let jumpedAt: Instant | null = null;

  return {
    now() {
      const shown = clock.now();
      const elapsed = timers.elapsed();
      const expected = trusted ? trusted.at + Math.floor(elapsed - trusted.elapsed) : shown;
      const ahead = shown - expected;
      const isNew = ahead > LARGE_JUMP && Math.abs(ahead - (suspicion?.ahead ?? 0)) > LARGE_JUMP;
      if (isNew) {
        suspicion = { ahead, since: elapsed };
        jumpedAt = shown;
        onJump({ to: shown, expected });
      }
      const isTrusted = ahead <= LARGE_JUMP || (suspicion && elapsed - suspicion.since >= TRUSTED_AFTER);
      if (!isTrusted) return expected;
      suspicion = null;
      trusted = { at: shown, elapsed };
      return shown;
    },

    jumpedAt: () => jumpedAt,
  };
}
