/** Bounds the time that is waited for some work. */
import type { Timers } from '../clock.ts';

/**
 * Rejects once the work has taken longer than that. The work itself cannot be ended from here: it may still come to
 * its end, of which nobody hears any more, and must do no harm then.
 */
export function withDeadline<Result>(
  timers: Timers,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const callOff = timers.after(milliseconds, () =>
      reject(new Error(`Not done within ${milliseconds / 1_000} s.`)),
    );
    const settle = (end: () => void) => {
      callOff();
      end();
    };
    work.then(
      (result) => settle(() => resolve(result)),
      (error) => settle(() => reject(error)),
    );
  });
}
