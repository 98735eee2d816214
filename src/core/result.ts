/** A result as the public sees it: the draw that it belongs to, and its digits. */
import type { IstDate } from './ist-time.ts';
import type { Slot } from './slots.ts';

export interface Result {
  drawNo: string;
  date: IstDate;
  slot: Slot;
  digits: string;
}

export const isSameResult = (one: Result, other: Result): boolean =>
  one.drawNo === other.drawNo &&
  one.date === other.date &&
  one.slot === other.slot &&
  one.digits === other.digits;
