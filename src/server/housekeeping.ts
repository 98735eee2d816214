/** Tasks that run soon after the start and then every hour; one that fails is logged and does not stop the others. */
import { HOUR, SECOND } from '../core/ist-time.ts';
import type { Timers } from './clock.ts';
import type { Log } from './log.ts';

export interface Housekeeping {
  start(): void;
  /** Resolves once the running tasks are done. */
  stop(): Promise<void>;
}

export interface HousekeepingParts {
  tasks: Readonly<Record<string, () => Promise<void>>>;
  timers: Timers;
  log: Log;
}

/** Soon, so that a node that is restarted often runs them too, but after the clients have reconnected. */
const FIRST_ROUND_AFTER = 20 * SECOND;
const ROUND_EVERY = HOUR;

export function createHousekeeping({ tasks, timers, log }: HousekeepingParts): Housekeeping {
  let cancel = () => {};
  let round: Promise<void> | null = null;
  let stopped = false;

  async function runTasks(): Promise<void> {
    for (const [name, task] of Object.entries(tasks)) {
      try {
        await task();
      } catch (error) {
        log.warn('a housekeeping task failed', { name, error });
      }
    }
    schedule(ROUND_EVERY);
  }

  function schedule(wait: number): void {
    if (stopped) return;
    cancel = timers.after(wait, () => {
      round = runTasks();
      return round;
    });
  }

  return {
    start: () => schedule(FIRST_ROUND_AFTER),
    async stop() {
      stopped = true;
      cancel();
      await round;
    },
  };
}
