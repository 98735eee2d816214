/** Replays a whole log that is in memory. */
import { createReplay, type ReplayOptions } from '../../src/core/public-log/replay.ts';
import type { ReplayState } from '../../src/core/public-log/replay-state.ts';

/** Returns the first breach if there is one. */
export async function replay(texts: Iterable<string>, options: ReplayOptions): Promise<ReplayState | string> {
  const { state, apply, findIncomplete } = createReplay(options);
  for (const text of texts) {
    const breach = await apply(text);
    if (breach !== null) return breach;
  }
  return findIncomplete() ?? state;
}
