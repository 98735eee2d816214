/** The only reader of the time: the machine's, one that starts at a given instant, or one that follows the database's. */
import type { Instant } from '../core/ist-time.ts';

export interface Clock {
  now(): Instant;
}

/** Has no time until it is set, and runs on from there by the time that passes: nobody can set the machine under it. */
export interface FollowingClock extends Clock {
  /** Throws before the first `set`, so that nothing can be decided by any other time. */
  now(): Instant;
  hasTime(): boolean;
  /** Shows this time at this moment; parts of a millisecond count. */
  set(time: number): void;
}

/** What the machine knows of the time. */
export interface Machine {
  /** The time that it is set to. */
  wallTime(): Instant;
  /** Milliseconds since some fixed moment: nobody can set it, but it may stop while the machine sleeps. */
  elapsed(): number;
}

const THIS_MACHINE: Machine = { wallTime: () => Date.now(), elapsed: () => performance.now() };

/** As much of the settings as decides whose time it is. */
export interface ClockSettings {
  clockStart: Instant | null;
  database: { kind: string };
}

/** The clock of a server or a command: a given one, else the database's where that is shared, else the machine's. */
export const chooseClock = (
  { clockStart, database }: ClockSettings,
  machine: Machine = THIS_MACHINE,
): Clock | FollowingClock =>
  clockStart === null && database.kind === 'postgres'
    ? createFollowingClock(machine)
    : startClock(clockStart, machine);

/** Runs at normal speed from `start`, or shows the machine's time when none is given. */
export function startClock(start: Instant | null, machine: Machine = THIS_MACHINE): Clock {
  if (start === null) return { now: () => Math.floor(machine.wallTime()) };
  const startedAt = machine.elapsed();
  return { now: () => Math.floor(start + machine.elapsed() - startedAt) };
}

export function createFollowingClock({ elapsed }: Pick<Machine, 'elapsed'> = THIS_MACHINE): FollowingClock {
  /** Its time less the time that has passed; null before it is set. */
  let origin: number | null = null;
  return {
    now() {
      if (origin === null) throw new Error('The clock has no time before the first reading of the database.');
      return Math.floor(origin + elapsed());
    },
    hasTime: () => origin !== null,
    set(time) {
      origin = time - elapsed();
    },
  };
}

export const isFollowing = (clock: Clock): clock is FollowingClock => 'set' in clock;

/** For the log alone, which writes lines before the server's clock has a time. */
export const clockForLog = (clock: Clock): Clock => ({
  now: () => (isFollowing(clock) && !clock.hasTime() ? Date.now() : clock.now()),
});

/** Time as it passes, whatever the clock is set to: for waiting, and for measuring. */
export interface Timers {
  /** Milliseconds since some fixed moment. */
  elapsed(): number;
  /** Runs it once after the delay; returns a function that cancels it. */
  after(milliseconds: number, run: () => void | Promise<void>): () => void;
}

export const systemTimers: Timers = {
  elapsed: () => performance.now(),
  after(milliseconds, run) {
    const timeout = setTimeout(run, milliseconds);
    return () => clearTimeout(timeout);
  },
};
