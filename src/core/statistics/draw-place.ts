/** A draw as one number that sorts by date and slot, so that a sequence of draws fits into a typed array. */
import { DAY, type IstDate, instantOf, istDateOf } from '../ist-time.ts';
import { SLOTS, type Slot, slotIndex } from '../slots.ts';

export interface DrawnResult {
  date: IstDate;
  slot: Slot;
  /** Five digits, such as `90210`. */
  digits: string;
}

/** Days, then slots, then the result: `(day * 5 + slot) * 100000 + result`. Far below 2 ** 53. */
export type DrawPlace = number;

export const RESULT_COUNT = 100_000;
const PLACES_PER_DAY = SLOTS.length * RESULT_COUNT;

/** 05:30 in IST is midnight in UTC, so this is a whole number. */
const dayNumberOf = (date: IstDate): number => instantOf(date, '05:30') / DAY;

export const drawPlaceOf = ({ date, slot, digits }: DrawnResult): DrawPlace =>
  firstPlaceOn(date) + slotIndex(slot) * RESULT_COUNT + Number(digits);

/** All draws of the date are at or after this place, and all earlier ones before it. */
export const firstPlaceOn = (date: IstDate): DrawPlace => dayNumberOf(date) * PLACES_PER_DAY;

/** All draws of the date are before this place, and all later ones at or after it. */
export const endPlaceOf = (date: IstDate): DrawPlace => (dayNumberOf(date) + 1) * PLACES_PER_DAY;

export const resultAt = (place: DrawPlace): number => place % RESULT_COUNT;

export const slotAt = (place: DrawPlace): Slot => {
  const slot = SLOTS[Math.floor(place / RESULT_COUNT) % SLOTS.length];
  if (!slot) throw new RangeError(`${place} is no place of a draw`);
  return slot;
};

export const dateAt = (place: DrawPlace): IstDate => istDateOf(Math.floor(place / PLACES_PER_DAY) * DAY);
