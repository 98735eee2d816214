/** Chores that are done every hour; one that fails is logged and does not keep the others from their turn. */
import { HOUR } from '../core/ist-time.ts';
import type { Timers } from './clock.ts';
import type { Log } from './log.ts';

export interface Housekeeping {
  start(): void;
  /** Settles once what was under way is done. */
  stop(): Promise<void>;
}

export interface HousekeepingParts {
  chores: Readonly<Record<string, () => Promise<void>>>;
  timers: Timers;
  log: Log;
}

export function createHousekeeping({ chores, timers, log }: HousekeepingParts): Housekeeping {
  let callOff = () => {};
  let round: Promise<void> | null = null;
  let stopped = false;

  async function doChores(): Promise<void> {
    for (const [name, chore] of Object.entries(chores)) {
      await chore().catch((error) => log.warn('a chore failed', { name, error }));
    }
    schedule();
  }

  function schedule(): void {
    if (stopped) return;
    callOff = timers.after(HOUR, () => {
      round = doChores();
      return round;
    });
  }

  return {
    start: schedule,
    async stop() {
      stopped = true;
      callOff();
      await round;
    },
  };
}
