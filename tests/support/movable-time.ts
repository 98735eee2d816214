/** The time of a server that a test moves forward; it runs at its normal speed otherwise. */
import type { Machine, Timers } from '../../src/server/clock.ts';

interface PendingTimer {
  due: number;
  run(): void | Promise<void>;
  timeout?: Timer;
}

export interface MovableTime {
  machine: Machine;
  timers: Timers;
  /** Each timer runs at its own instant, also within a move. */
  moveForward(milliseconds: number): Promise<void>;
}

export function createMovableTime(): MovableTime {
  const pending = new Set<PendingTimer>();
  let ahead = 0;
  const elapsed = () => performance.now() + ahead;

  function fire(timer: PendingTimer): void {
    clearTimeout(timer.timeout);
    pending.delete(timer);
    void timer.run();
  }

  function arm(timer: PendingTimer): void {
    clearTimeout(timer.timeout);
    timer.timeout = setTimeout(() => fire(timer), Math.max(0, timer.due - elapsed()));
  }

  const firstDue = (until: number): PendingTimer | undefined =>
    [...pending].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];

  return {
    machine: { wallTime: () => Date.now(), elapsed },
    timers: {
      elapsed,
      after(milliseconds, run) {
        const timer: PendingTimer = { due: elapsed() + milliseconds, run };
        arm(timer);
        pending.add(timer);
        return () => {
          clearTimeout(timer.timeout);
          pending.delete(timer);
        };
      },
    },
    async moveForward(milliseconds) {
      const until = elapsed() + milliseconds;
      for (let next = firstDue(until); next; next = firstDue(until)) {
        ahead += Math.max(0, next.due - elapsed());
        fire(next);
        await settle();
      }
      ahead += Math.max(0, until - elapsed());
      for (const timer of pending) arm(timer);
    },
  };
}

/** Lets what a timer started go on until it waits for something else than the database of this process. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
