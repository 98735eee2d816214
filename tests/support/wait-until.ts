/** Waits for something that only asking again can show. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../src/core/ist-time.ts';

/** Returns how long it took until the condition was true. Throws when `progress` is the same for `most`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  most = 15 * SECOND,
  progress = () => 0,
): Promise<number> {
  const startedAt = performance.now();
  let reached = progress();
  let reachedAt = startedAt;
  while (!(await condition())) {
    if (progress() !== reached) {
      reached = progress();
      reachedAt = performance.now();
    }
    if (performance.now() - reachedAt > most) throw new Error(`it did not happen within ${most} ms`);
    await sleep(50);
  }
  return performance.now() - startedAt;
}
