/** What a test leaves is removed after it. */
import { afterEach } from 'bun:test';

export type Cleanups = (() => unknown)[];

/** Runs what a test has added, the latest first, after each test of the file that calls this. */
export function cleanUpAfterEach(cleanups: Cleanups = []): Cleanups {
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  });
  return cleanups;
}
