/** Repeats what failed until it is stopped: ever later, and sooner when there is a sign that it may succeed now. */

export interface Retries {
  /** Tries at once. */
  now(): void;
  /** Waits no longer than after a first failure. */
  soon(): void;
  stop(): void;
}

export interface RetryPlan {
  retry(): unknown;
  /** How long to wait after so many failures. */
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
    // Signs that come one after the other must not put it off each time.
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
      // Of an attempt that is under way, it counts for the wait that follows.
      failures = isTrying ? 0 : 1;
      if (!isTrying) wait();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
