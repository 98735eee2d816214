/** Draw numbers: prefix, day, month, year and the number of the slot, as in SC151120263. */
import { DRAW_NUMBER_PREFIX } from './branding.ts';
import type { IstDate } from './ist-time.ts';
import { type Slot, slotIndex } from './slots.ts';

/** What staff may enter: safe in CSV files, spreadsheets and command lines. */
export const DRAW_NUMBER_PATTERN = /^[A-Z0-9][A-Z0-9-]{2,19}$/;

export const LONGEST_DRAW_NUMBER = 20;

/** Earlier versions accepted a leading hyphen: such results can still be found and exported. */
export const STORED_DRAW_NUMBER_PATTERN = /^[A-Z0-9-]{3,20}$/;

export const isDrawNumber = (text: string): boolean => DRAW_NUMBER_PATTERN.test(text);
export const isStoredDrawNumber = (text: string): boolean => STORED_DRAW_NUMBER_PATTERN.test(text);

/** Whether a draw number can contain a text: a search for any other text finds none. */
export const mayBeInDrawNumber = (text: string): boolean =>
  text.length <= LONGEST_DRAW_NUMBER && /^[A-Z0-9-]+$/.test(text);

export function drawNumberFor(date: IstDate, slot: Slot): string {
  const [year, month, day] = date.split('-');
  return `${DRAW_NUMBER_PREFIX}${day}${month}${year}${slotIndex(slot) + 1}`;
}
