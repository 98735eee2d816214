/** Runs cleanup functions after each test. */
import { afterEach } from 'bun:test';

export type Cleanups = (() => unknown)[];

/** Must be called by the test file; runs the added functions in reverse order, all of them even if one fails. */
export function cleanUpAfterEach(cleanups: Cleanups = []): Cleanups {
  afterEach(async () => {
    const errors: unknown[] = [];
    for (const cleanUp of cleanups.splice(0).reverse()) {
      try {
        await cleanUp();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'A cleanup failed.');
  });
  return cleanups;
}
