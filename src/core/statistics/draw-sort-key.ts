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
export type DrawSortKey = number;

export const RESULT_COUNT = 100_000;
const KEYS_PER_DAY = SLOTS.length * RESULT_COUNT;

/** 05:30 in IST is midnight in UTC, so this is a whole number. */
const dayNumberOf = (date: IstDate): number => instantOf(date, '05:30') / DAY;

export const sortKeyOf = ({ date, slot, digits }: DrawnResult): DrawSortKey =>
  firstKeyOn(date) + slotIndex(slot) * RESULT_COUNT + Number(digits);

/** All draws of the date are at or after this key, and all earlier ones before it. */
export const firstKeyOn = (date: IstDate): DrawSortKey => dayNumberOf(date) * KEYS_PER_DAY;

/** All draws of the date are before this key, and all later ones at or after it. */
export const endKeyOf = (date: IstDate): DrawSortKey => (dayNumberOf(date) + 1) * KEYS_PER_DAY;

export const resultAt = (key: DrawSortKey): number => key % RESULT_COUNT;

export const slotAt = (key: DrawSortKey): Slot => {
  const slot = SLOTS[Math.floor(key / RESULT_COUNT) % SLOTS.length];
  if (!slot) throw new RangeError(`${key} is not the sort key of a draw`);
  return slot;
};

export const dateAt = (key: DrawSortKey): IstDate => istDateOf(Math.floor(key / KEYS_PER_DAY) * DAY);
