/** Logs queries that failed although the database responds: counted, and at most once a minute. */
import { MINUTE } from '../../../core/ist-time.ts';
import { causeFields } from '../../errors.ts';
import type { Log } from '../../log.ts';

/** Long enough to detect an outage, which is logged separately. */
const FIRST_AFTER = 2_500;

export interface FailureReport {
  note(error: unknown): void;
  /** Removes a noted failure without consequences: its transaction was repeated. */
  retract(error: unknown): void;
  /** Discards the noted failures: they were part of an outage. */
  forget(): void;
}

export function createFailureReport(log?: Log): FailureReport {
  let noted: { count: number; first: unknown } | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;

  function write(): void {
    if (!noted) return;
    lastAt = performance.now();
    log?.warn('queries failed although the database responds', {
      count: noted.count,
      // Null if the first one had no consequences.
      ...(noted.first !== null && causeFields(noted.first)),
    });
    noted = null;
  }

  return {
    note(error) {
      if (!noted) {
        const untilNext = lastAt + MINUTE - performance.now();
        setTimeout(write, Math.max(FIRST_AFTER, untilNext)).unref();
      }
      noted ??= { count: 0, first: null };
      noted.first ??= error;
      noted.count += 1;
    },
    retract(error) {
      if (!noted) return;
      noted.count -= 1;
      if (noted.first === error) noted.first = null;
      if (noted.count === 0) noted = null;
    },
    forget() {
      noted = null;
    },
  };
}
