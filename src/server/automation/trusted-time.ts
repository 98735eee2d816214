/** The time that automation uses: that of the clock, unless the clock has just jumped ahead (decision 20). */
import { type Instant, MINUTE } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';

export interface ClockJump {
  /** What the clock showed. */
  to: Instant;
  /** What it should have shown by the time that had passed. */
  expected: Instant;
}

export interface TrustedTime {
  now(): Instant;
  /** When the clock last leapt ahead, as it then showed. */
  jumpedAt(): Instant | null;
}

export interface TrustedTimeParts {
  clock: Clock;
  timers: Timers;
  onJump(jump: ClockJump): void;
}

/** What time servers correct in the ordinary course of things is less. */
export const LARGE_JUMP = MINUTE;
/** A clock that keeps to its new time for so long is believed: the machine was asleep, or was set right. */
export const BELIEVED_AFTER = 5 * MINUTE;

export function trustTime({ clock, timers, onJump }: TrustedTimeParts): TrustedTime {
  /** A pair of readings that agreed; the first is taken when the time is first asked for. */
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
      const isBelieved = ahead <= LARGE_JUMP || (suspicion && elapsed - suspicion.since >= BELIEVED_AFTER);
      if (!isBelieved) return expected;
      suspicion = null;
      trusted = { at: shown, elapsed };
      return shown;
    },

    jumpedAt: () => jumpedAt,
  };
}
