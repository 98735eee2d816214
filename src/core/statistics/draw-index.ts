/** All published draws, ready to be counted for any slot and any range of dates. */
import type { IstDate } from '../ist-time.ts';
import { SLOTS, type Slot } from '../slots.ts';
import {
  type DrawnResult,
  type DrawPlace,
  drawPlaceOf,
  endPlaceOf,
  firstPlaceOn,
  slotAt,
} from './draw-place.ts';
import { type CountedRange, DrawSequence } from './draw-sequence.ts';

export interface CountQuery {
  slot?: Slot | undefined;
  /** The first and the last date to count; both are included. */
  from?: IstDate | undefined;
  to?: IstDate | undefined;
}

/** Each change of a draw can be applied again: the last one counts. */
export class DrawIndex {
  readonly #places = new Map<string, DrawPlace>();
  readonly #all = new DrawSequence();
  readonly #bySlot = new Map(SLOTS.map((slot) => [slot, new DrawSequence()]));

  put(id: string, draw: DrawnResult): void {
    this.remove(id);
    const place = drawPlaceOf(draw);
    this.#places.set(id, place);
    for (const sequence of this.#sequencesOf(place)) sequence.add(place);
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    for (const sequence of this.#sequencesOf(place)) sequence.remove(place);
  }

  count({ slot, from, to }: CountQuery): CountedRange {
    const sequence = (slot && this.#bySlot.get(slot)) ?? this.#all;
    return sequence.count(from ? firstPlaceOn(from) : 0, to ? endPlaceOf(to) : Number.POSITIVE_INFINITY);
  }

  #sequencesOf(place: DrawPlace): DrawSequence[] {
    return [this.#all, this.#bySlot.get(slotAt(place)) ?? []].flat();
  }
}
