/** Lets timers and other connections run between requests, also when one connection sends thousands at once. */

/** Milliseconds of each turn of the event loop in which requests are handled as they arrive. */
const TURN = 5;

/** How many of those that wait are handled in one turn. */
const AT_ONCE = 20;

/**
 * Returns a function that handles requests at once, or in the next turns of the event loop when requests have taken long
 * in this one. A handler that never waits, as on the embedded database, ends before Bun reads the next
 * request of the connection, and no timer would run until all that were sent are answered.
 */
export function spreadOverTurns<Args extends unknown[], Result>(
  handle: (...args: Args) => Result | Promise<Result>,
): (...args: Args) => Result | Promise<Result> {
  const waiting: (() => void)[] = [];
  /** Null until a request is handled in this turn. */
  let beganAt: number | null = null;

  function beginTurn(): number {
    setImmediate(endTurn);
    return performance.now();
  }

  function endTurn(): void {
    beganAt = waiting.length > 0 ? beginTurn() : null;
    for (const handleNext of waiting.splice(0, AT_ONCE)) handleNext();
  }

  return (...args) => {
    beganAt ??= beginTurn();
    if (waiting.length === 0 && performance.now() - beganAt < TURN) return handle(...args);
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(handle(...args));
        } catch (error) {
          reject(error);
        }
      });
    });
  };
}
