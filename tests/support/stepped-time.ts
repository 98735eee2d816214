/** A clock and timers that move only when a test says so; work that a timer started is waited for. */
import type { Instant } from '../../src/core/ist-time.ts';
import type { Clock, Timers } from '../../src/server/clock.ts';

interface AdjustableClock extends Clock {
  /** Sets it forward, or back by a negative number. */
  moveBy(milliseconds: number): void;
}

interface Waiting {
  at: number;
  run: () => void | Promise<void>;
}

export interface SteppedTime {
  clock: AdjustableClock;
  timers: Timers;
  /** Moves on and runs every timer at its own instant, in order. */
  advanceTo(instant: Instant): Promise<void>;
  advanceBy(milliseconds: number): Promise<void>;
  /** Moves on in one go, as if the machine had been too busy: every timer that became due runs then, once. */
  leapTo(instant: Instant): Promise<void>;
}

export function stepTimeFrom(start: Instant): SteppedTime {
  let elapsed = 0;
  let offset = start;
  let waiting: Waiting[] = [];

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

  function takeFirst(until: number): Waiting | undefined {
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
      // What it set off without waiting for it has its turn before time goes on.
      await Bun.sleep(0);
    }
    // What a timer started may wait for a later call of this function, which has then come further.
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
