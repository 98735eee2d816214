/** All published draws, ready to be counted for any slot and any range of dates. */
import type { IstDate } from '../ist-time.ts';
import { SLOTS, type Slot } from '../slots.ts';
import { type CountedRange, DrawSequence } from './draw-sequence.ts';
import {
  type DrawnResult,
  type DrawSortKey,
  endKeyOf,
  firstKeyOn,
  slotAt,
  sortKeyOf,
} from './draw-sort-key.ts';

export interface CountQuery {
  slot?: Slot | undefined;
  /** The first and the last date to count; both are included. */
  from?: IstDate | undefined;
  to?: IstDate | undefined;
}

/** Each change of a draw can be applied again: the last one counts. */
export class DrawIndex {
  readonly #keys = new Map<string, DrawSortKey>();
  readonly #all = new DrawSequence();
  readonly #bySlot = new Map(SLOTS.map((slot) => [slot, new DrawSequence()]));

  put(id: string, draw: DrawnResult): void {
    this.remove(id);
    const key = sortKeyOf(draw);
    this.#keys.set(id, key);
    for (const sequence of this.#sequencesOf(key)) sequence.add(key);
  }

  remove(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    for (const sequence of this.#sequencesOf(key)) sequence.remove(key);
  }

  count({ slot, from, to }: CountQuery): CountedRange {
    const sequence = (slot && this.#bySlot.get(slot)) ?? this.#all;
    return sequence.count(from ? firstKeyOn(from) : 0, to ? endKeyOf(to) : Number.POSITIVE_INFINITY);
  }

  #sequencesOf(key: DrawSortKey): DrawSequence[] {
    return [this.#all, this.#bySlot.get(slotAt(key)) ?? []].flat();
  }
}
