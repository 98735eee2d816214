/** The draws that the public must not see: drafts and withdrawn results. */
import { SECOND } from '../../../src/core/ist-time.ts';

/** A change reaches the other nodes within a second. */
export const SENT_WITHIN = 1.5 * SECOND;

export class HiddenDraws {
  /** Since when each draw is hidden, in the time of `performance.now()`; null: it is public. */
  readonly #since = new Map<string, number | null>();

  hide(id: string, since: number): void {
    this.#since.set(id, since);
  }

  /** Call this before it is published. */
  show(id: string): void {
    this.#since.set(id, null);
  }

  /** Whether a client that connected at that moment may get the draw. */
  mayBeSeen(id: string, connectedAt: number): boolean {
    const since = this.#since.get(id);
    return since === null || (since !== undefined && connectedAt < since + SENT_WITHIN);
  }
}
