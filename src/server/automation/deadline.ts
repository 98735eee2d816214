/** A promise with a deadline. */
import type { Timers } from '../clock.ts';

/** Rejects when the work takes longer. The work itself is not cancelled, so it must be harmless when it ends late. */
export function withDeadline<Result>(
  timers: Timers,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(milliseconds, () =>
      reject(new Error(`Not done within ${milliseconds / 1_000} s.`)),
    );
    const settle = (end: () => void) => {
      cancel();
      end();
    };
    work.then(
      (result) => settle(() => resolve(result)),
      (error) => settle(() => reject(error)),
    );
  });
}
