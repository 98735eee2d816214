/** A clock and timers that a test advances; advancing waits for the work of each timer. */
import type { Instant } from '../../src/core/ist-time.ts';
import type { Clock, Timers } from '../../src/server/clock.ts';

interface AdjustableClock extends Clock {
  /** Sets the clock forward, or back by a negative number; timers are not affected. */
  moveBy(milliseconds: number): void;
}

interface PendingTimer {
  at: number;
  run: () => void | Promise<void>;
}

export interface SteppedTime {
  clock: AdjustableClock;
  timers: Timers;
  /** Advances the time and runs every timer at its own instant, in order. */
  advanceTo(instant: Instant): Promise<void>;
  advanceBy(milliseconds: number): Promise<void>;
  /** Advances the time in one step, as on a busy machine: every due timer runs afterwards, once. */
  leapTo(instant: Instant): Promise<void>;
}

export function stepTimeFrom(start: Instant): SteppedTime {
  let elapsed = 0;
  let offset = start;
  let waiting: PendingTimer[] = [];

  const clock: AdjustableClock = {
    now: () => elapsed + offset,
    moveBy(milliseconds) {
      offset += milliseconds;
    },
  };

  const timers: Timers = {
    elapsed: () => elapsed,
    after(milliseconds, run) {
      const entry = { at: elapsed + Math.max(0, milliseconds), run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
  };

  function takeFirst(until: number): PendingTimer | undefined {
    const first = waiting.toSorted((a, b) => a.at - b.at)[0];
    if (!first || first.at > until) return undefined;
    waiting = waiting.filter((other) => other !== first);
    return first;
  }

  async function advanceBy(milliseconds: number): Promise<void> {
    const until = elapsed + milliseconds;
    for (let next = takeFirst(until); next; next = takeFirst(until)) {
      elapsed = Math.max(elapsed, next.at);
      await next.run();
      // Lets work that was started without `await` run before the time advances.
      await Bun.sleep(0);
    }
    // A nested call may have advanced further.
    elapsed = Math.max(elapsed, until);
  }

  return {
    clock,
    timers,
    advanceBy,
    advanceTo: (instant) => advanceBy(instant - clock.now()),
    async leapTo(instant) {
      elapsed += instant - clock.now();
      await advanceBy(0);
    },
  };
}
