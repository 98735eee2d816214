/** The only reader of the time: real, started at a given instant, or corrected towards the database's. */
import type { Instant } from '../core/ist-time.ts';

export interface Clock {
  now(): Instant;
}

export interface AdjustableClock extends Clock {
  /** Sets it forward, or back by a negative number. */
  moveBy(milliseconds: number): void;
}

/** What the machine knows of the time. */
export interface Machine {
  /** The time that it is set to. */
  wallTime(): Instant;
  /** Milliseconds since some fixed moment: nobody can set it, but it may stand still while the machine sleeps. */
  elapsed(): number;
}

const THIS_MACHINE: Machine = { wallTime: () => Date.now(), elapsed: () => performance.now() };

/** Runs at normal speed from `start`, or shows the machine's time when none is given. */
export function startClock(start: Instant | null, machine: Machine = THIS_MACHINE): AdjustableClock {
  const startedAt = machine.elapsed();
  let offset = 0;
  return {
    now: () =>
      Math.floor(offset + (start === null ? machine.wallTime() : start + machine.elapsed() - startedAt)),
    moveBy(milliseconds) {
      offset += milliseconds;
    },
  };
}

/** Time as it passes, whatever the clock is set to: for waiting, and for measuring. */
export interface Timers {
  /** Milliseconds since some fixed moment. */
  elapsed(): number;
  /** Runs it once after the delay; the answer calls it off. */
  after(milliseconds: number, run: () => void | Promise<void>): () => void;
}

export const systemTimers: Timers = {
  elapsed: () => performance.now(),
  after(milliseconds, run) {
    const timeout = setTimeout(run, milliseconds);
    return () => clearTimeout(timeout);
  },
};
