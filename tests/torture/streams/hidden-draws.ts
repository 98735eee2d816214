/** The draws that the public must not see: drafts, and results that were withdrawn before somebody came. */
import { SECOND } from '../../../src/core/ist-time.ts';

/** A change reaches the other nodes within a second. */
export const TOLD_WITHIN = 1.5 * SECOND;

export class HiddenDraws {
  /** Since when each draw of staff is hidden, in the time of `performance.now()`; null: it is shown. */
  readonly #since = new Map<string, number | null>();

  hide(id: string, since: number): void {
    this.#since.set(id, since);
  }

  /** To be called before it is published. */
  show(id: string): void {
    this.#since.set(id, null);
  }

  /** Whether somebody who came at that moment may be told of a draw. */
  mayBeSeen(id: string, cameAt: number): boolean {
    const since = this.#since.get(id);
    return since === null || (since !== undefined && cameAt < since + TOLD_WITHIN);
  }
}
