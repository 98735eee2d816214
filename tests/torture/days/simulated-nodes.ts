/** The nodes of a simulated site: which of them run, and when the others start again. */
import type { SimulatedNode } from './simulated-node.ts';

const MOST_STARTS = 50;

type Place = { node: SimulatedNode } | { restartsAt: number };

export class SimulatedNodes {
  readonly #places: Place[];

  constructor(count: number) {
    this.#places = Array.from({ length: count }, () => ({ restartsAt: 0 }));
  }

  get count(): number {
    return this.#places.length;
  }

  /** Also those whose process has died and was not removed yet. */
  get all(): SimulatedNode[] {
    return this.#places.flatMap((place) => ('node' in place ? [place.node] : []));
  }

  get running(): SimulatedNode[] {
    return this.all.filter(({ process }) => !process.isDead);
  }

  /** The elapsed times at which those that are down start again. */
  get restarts(): number[] {
    return this.#places.flatMap((place) => ('restartsAt' in place ? [place.restartsAt] : []));
  }

  runningAt(index: number): SimulatedNode | null {
    const place = this.#places[index];
    return place && 'node' in place && !place.node.process.isDead ? place.node : null;
  }

  /** Takes out those whose process has died; each starts again at the elapsed time that `chooseRestart` returns. */
  removeDead(chooseRestart: (node: SimulatedNode) => number): void {
    for (const [index, place] of this.#places.entries()) {
      if (!('node' in place) || !place.node.process.isDead) continue;
      this.#places[index] = { restartsAt: chooseRestart(place.node) };
    }
  }

  /** Starts those that are due, one after the other; `start` returns null where the node crashed meanwhile. */
  async startDue(
    elapsed: () => number,
    start: () => Promise<SimulatedNode | null>,
    afterStart: () => Promise<unknown>,
  ): Promise<void> {
    for (let round = 0; round < MOST_STARTS; round += 1) {
      const now = elapsed();
      const index = this.#places.findIndex((place) => 'restartsAt' in place && place.restartsAt <= now);
      if (index < 0) return;
      const node = await start();
      if (node) this.#places[index] = { node };
      await afterStart();
    }
    throw new Error(`A node crashed ${MOST_STARTS} times while it started.`);
  }
}
