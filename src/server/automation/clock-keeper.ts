/** Keeps a node's clock with the database's, so that all nodes agree on what is due. */
import { type Instant, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { AdjustableClock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';

export interface ClockKeeper {
  /** Sets the clock once; failing to is logged, and the clock runs on as it was. */
  synchronise(): Promise<void>;
  /** Sets the clock, and keeps it set. */
  start(): Promise<void>;
  stop(): void;
}

export interface ClockKeeperParts {
  clock: AdjustableClock;
  readDatabaseTime(): Promise<Instant>;
  timers: Timers;
  log: Log;
}

const SYNCHRONISE_EVERY = MINUTE;
/** Not worth moving the clock for. */
const TOLERANCE = 10;
const WORTH_A_WARNING = SECOND;

export function createClockKeeper({ clock, readDatabaseTime, timers, log }: ClockKeeperParts): ClockKeeper {
  let callOff = () => {};
  let stopped = false;

  async function synchronise(): Promise<void> {
    try {
      const askedAt = timers.elapsed();
      const answer = await readDatabaseTime();
      const roundTrip = timers.elapsed() - askedAt;
      const behind = answer + roundTrip / 2 - clock.now();
      // A smaller difference may be nothing but the time that the answer took.
      if (Math.abs(behind) <= roundTrip + TOLERANCE) return;
      clock.moveBy(behind);
      const say = Math.abs(behind) > WORTH_A_WARNING ? log.warn : log.debug;
      say("the clock was set to the database's", { movedByMs: Math.round(behind) });
    } catch (error) {
      log.warn("the database's clock cannot be read", { error });
    }
  }

  async function keep(): Promise<void> {
    await synchronise();
    if (!stopped) callOff = timers.after(SYNCHRONISE_EVERY, keep);
  }

  return {
    synchronise,
    start: keep,
    stop() {
      stopped = true;
      callOff();
    },
  };
}
