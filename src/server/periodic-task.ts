/** A task that runs regularly and on request, and never twice at the same time. */
import type { Timers } from './clock.ts';
import { DatabaseDown } from './errors.ts';
import type { Log } from './log.ts';

export interface PeriodicTaskParts {
  /** One run. */
  run(): Promise<void>;
  /** From the end of a run to the next one. */
  nextRunAfter(): number;
  /** From a wake to the run; further wakes in that time change nothing. */
  wakeAfter?: number;
  /** Logged with an error; an outage of the database is logged elsewhere. */
  failure: string;
  timers: Timers;
  log: Log;
}

export interface PeriodicTask {
  /** Runs it, or once more if it is running. Resolves when it has ended, and never rejects. */
  run(): Promise<void>;
  /** Runs it soon; does not wait and does not throw. */
  wake(): void;
  isStopped(): boolean;
  start(): void;
  /** Cancels further runs. Resolves when the current one has ended, or after that many milliseconds. */
  stop(patience: number): Promise<void>;
}

export function createPeriodicTask(parts: PeriodicTaskParts): PeriodicTask {
  const { nextRunAfter, wakeAfter = 0, failure, timers, log } = parts;
  let cancelNext = () => {};
  let cancelWake: (() => void) | null = null;
  let stopped = false;
  let isRequested = false;
  let running: Promise<void> | null = null;

  function run(): Promise<void> {
    isRequested = true;
    running ??= runWhileRequested();
    return running;
  }

  async function runWhileRequested(): Promise<void> {
    while (isRequested && !stopped) {
      isRequested = false;
      await parts.run().catch((error) => {
        // What a stop interrupts is continued by another node, or after the next start.
        if (!stopped && !(error instanceof DatabaseDown)) log.error(failure, { error });
      });
    }
    // In the same tick as the last check of `isRequested`: otherwise a request could be lost.
    running = null;
  }

  function wake(): void {
    if (stopped) return;
    if (wakeAfter === 0) return void run();
    cancelWake ??= timers.after(wakeAfter, () => {
      cancelWake = null;
      return run();
    });
  }

  function scheduleNext(): void {
    cancelNext = timers.after(nextRunAfter(), async () => {
      await run();
      if (!stopped) scheduleNext();
    });
  }

  return {
    run,
    wake,
    isStopped: () => stopped,
    start() {
      scheduleNext();
      wake();
    },
    async stop(patience) {
      stopped = true;
      cancelNext();
      cancelWake?.();
      await Promise.race([running, Bun.sleep(patience)]);
    },
  };
}
