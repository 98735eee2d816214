/** Repeats a failed operation until it is stopped, with growing delays, and sooner when success is more likely. */
import { SECOND } from '../../core/ist-time.ts';

const MAX_DELAY = 30 * SECOND;

/** While the live stream is connected only the database can be down: at most 5 s, spread included. */
export const MAX_DELAY_WHILE_CONNECTED = (10 * SECOND) / 3;

interface DelayOptions {
  max?: number;
  random?: () => number;
}

/** Doubles with each failure. The spread keeps the clients of a lost server from coming back all at once. */
export const retryDelay = (
  failures: number,
  { max = MAX_DELAY, random = Math.random }: DelayOptions = {},
): number => Math.min(SECOND * 2 ** Math.max(0, failures - 1), max) * (0.5 + random());

export interface Retries {
  /** Retries immediately. */
  now(): void;
  /** Waits at most as long as after a first failure. */
  soon(): void;
  stop(): void;
}

export interface RetryPlan {
  retry(): unknown;
  /** Milliseconds to wait after this many failures. */
  delayAfter(failures: number): number;
}

export function startRetries({ retry, delayAfter }: RetryPlan): Retries {
  let failures = 1;
  let isOver = false;
  let isTrying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  function wait(): void {
    const delay = delayAfter(failures);
    // Repeated calls of `soon` must not postpone the retry.
    const due = Math.min(dueAt, performance.now() + delay);
    clearTimeout(timer);
    dueAt = due;
    timer = setTimeout(attempt, Math.max(0, due - performance.now()));
  }

  async function attempt(): Promise<void> {
    if (isTrying || isOver) return;
    isTrying = true;
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    await retry();
    isTrying = false;
    failures += 1;
    if (!isOver) wait();
  }

  wait();
  return {
    now: () => void attempt(),
    soon() {
      // During an attempt, this resets the delay after it.
      failures = isTrying ? 0 : 1;
      if (!isTrying) wait();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
