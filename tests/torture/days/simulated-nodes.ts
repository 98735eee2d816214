/** The nodes of a simulated site: which are running, and when the others start again. */
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

  /** Includes those whose process has ended and that were not removed yet. */
  get all(): SimulatedNode[] {
    return this.#places.flatMap((place) => ('node' in place ? [place.node] : []));
  }

  get running(): SimulatedNode[] {
    return this.all.filter(({ process }) => !process.isDead);
  }

  /** The elapsed times at which stopped nodes start again. */
  get restarts(): number[] {
    return this.#places.flatMap((place) => ('restartsAt' in place ? [place.restartsAt] : []));
  }

  runningAt(index: number): SimulatedNode | null {
    const place = this.#places[index];
    return place && 'node' in place && !place.node.process.isDead ? place.node : null;
  }

  /** Removes the nodes whose process has ended; `chooseRestart` returns when each starts again. */
  removeDead(chooseRestart: (node: SimulatedNode) => number): void {
    for (const [index, place] of this.#places.entries()) {
      if (!('node' in place) || !place.node.process.isDead) continue;
      this.#places[index] = { restartsAt: chooseRestart(place.node) };
    }
  }

  /** Starts the nodes that are due, one after the other; `start` returns null if the node crashed. */
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
