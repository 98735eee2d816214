/** The only module that reads the time: from the machine, from a given start, or following the database's clock. */
import type { Instant } from '../core/ist-time.ts';

export interface Clock {
  now(): Instant;
}

/** Has no time until `set` is called, then advances by elapsed time: changes of the system time do not affect it. */
export interface FollowingClock extends Clock {
  /** Throws before the first `set`, so that nothing can use another time. */
  now(): Instant;
  hasTime(): boolean;
  /** Sets the current time; fractions of a millisecond count. */
  set(time: number): void;
}

/** The time sources of the machine. */
export interface Machine {
  /** The system time. */
  wallTime(): Instant;
  /** Milliseconds since a fixed moment: monotonic, but may stop while the machine sleeps. */
  elapsed(): number;
}

export const THIS_MACHINE: Machine = { wallTime: () => Date.now(), elapsed: () => performance.now() };

/** The settings that choose the clock. */
export interface ClockSettings {
  clockStart: Instant | null;
  database: { kind: string };
}

/** The clock of a server or a command: from `CLOCK_START`, else the database's for PostgreSQL, else the machine's. */
export const chooseClock = (
  { clockStart, database }: ClockSettings,
  machine: Machine = THIS_MACHINE,
): Clock | FollowingClock =>
  clockStart === null && database.kind === 'postgres'
    ? createFollowingClock(machine)
    : startClock(clockStart, machine);

/** Runs at normal speed from `start`; returns the machine's time when it is null. */
export function startClock(start: Instant | null, machine: Machine = THIS_MACHINE): Clock {
  if (start === null) return { now: () => Math.floor(machine.wallTime()) };
  const startedAt = machine.elapsed();
  return { now: () => Math.floor(start + machine.elapsed() - startedAt) };
}

export function createFollowingClock({ elapsed }: Pick<Machine, 'elapsed'> = THIS_MACHINE): FollowingClock {
  /** The set time minus `elapsed()` at that moment; null before the first `set`. */
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

/** For the log only, which writes lines before the server's clock has a time. */
export const clockForLog = (clock: Clock): Clock => ({
  now: () => (isFollowing(clock) && !clock.hasTime() ? Date.now() : clock.now()),
});

/** Elapsed time, independent of the clock: for waiting and measuring. */
export interface Timers {
  /** Milliseconds since a fixed moment. */
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
