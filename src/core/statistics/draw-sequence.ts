/**
 * Draws in their order, with the running totals after every few of them. Counting a range subtracts two totals, so
 * its cost does not depend on how many draws there are.
 */

import type { IstDate } from '../ist-time.ts';
import { type DrawSortKey, dateAt, resultAt } from './draw-sort-key.ts';
import { addResult, type Counts, countsBetween, emptyTallies, type Tallies } from './tallies.ts';

/** A range is counted from the checkpoints before its ends: at most this many draws are added to each. */
const CHECKPOINT_EVERY = 128;

export interface CountedRange extends Counts {
  /** The dates of the first and the last draw counted; null if there is none. */
  first: IstDate | null;
  last: IstDate | null;
}

export class DrawSequence {
  #keys = new Float64Array(1_024);
  #length = 0;
  /** The totals of the first 0, 128, 256, … draws; those after the last change of the sequence are missing. */
  readonly #checkpoints: Tallies[] = [emptyTallies()];

  /** Adding at the end is fast; elsewhere later draws are moved, and counted again by the next `count`. */
  add(key: DrawSortKey): void {
    if (this.#length === this.#keys.length) this.#grow();
    const index = this.#indexOf(key);
    this.#keys.copyWithin(index + 1, index, this.#length);
    this.#keys[index] = key;
    this.#length += 1;
    this.#dropCheckpointsAfter(index);
  }

  remove(key: DrawSortKey): void {
    const index = this.#indexOf(key);
    if (index === this.#length || this.#keys[index] !== key) return;
    this.#keys.copyWithin(index, index + 1, this.#length);
    this.#length -= 1;
    this.#dropCheckpointsAfter(index);
  }

  /** Counts the draws at or after `from` and before `end`. */
  count(from: DrawSortKey, end: DrawSortKey): CountedRange {
    const startIndex = this.#indexOf(from);
    const endIndex = Math.max(startIndex, this.#indexOf(end));
    const isEmpty = startIndex === endIndex;
    return {
      ...countsBetween(
        { draws: startIndex, tallies: this.#talliesAt(startIndex) },
        { draws: endIndex, tallies: this.#talliesAt(endIndex) },
      ),
      first: isEmpty ? null : dateAt(this.#keyAt(startIndex)),
      last: isEmpty ? null : dateAt(this.#keyAt(endIndex - 1)),
    };
  }

  /** The totals of the draws before an index. */
  #talliesAt(index: number): Tallies {
    const checkpoint = Math.floor(index / CHECKPOINT_EVERY);
    for (let next = this.#checkpoints.length; next <= checkpoint; next += 1) {
      const end = next * CHECKPOINT_EVERY;
      this.#checkpoints.push(this.#addDraws(next - 1, end));
    }
    return this.#addDraws(checkpoint, index);
  }

  #addDraws(checkpoint: number, end: number): Tallies {
    const tallies = this.#checkpoints[checkpoint]?.slice() ?? emptyTallies();
    for (let index = checkpoint * CHECKPOINT_EVERY; index < end; index += 1) {
      addResult(tallies, resultAt(this.#keyAt(index)), index + 1);
    }
    return tallies;
  }

  #dropCheckpointsAfter(index: number): void {
    const kept = Math.floor(index / CHECKPOINT_EVERY) + 1;
    if (kept < this.#checkpoints.length) this.#checkpoints.length = kept;
  }

  #keyAt(index: number): DrawSortKey {
    return this.#keys[index] ?? 0;
  }

  /** The index of the first draw at or after a key. */
  #indexOf(key: DrawSortKey): number {
    // Almost every new draw is the newest.
    if (this.#length === 0 || this.#keyAt(this.#length - 1) < key) return this.#length;
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const larger = new Float64Array(this.#keys.length * 2);
    larger.set(this.#keys);
    this.#keys = larger;
  }
}
