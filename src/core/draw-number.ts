/** Draw numbers: prefix, day, month, year and the number of the slot, as in SC151120263. */
import { DRAW_NUMBER_PREFIX } from './branding.ts';
import { type IstDate, isIstDate } from './ist-time.ts';
import { SLOTS, type Slot, slotIndex } from './slots.ts';

/** What staff may enter: safe in CSV files, spreadsheets and command lines. */
export const DRAW_NUMBER_PATTERN = /^[A-Z0-9][A-Z0-9-]{2,19}$/;

/** Earlier versions accepted a leading hyphen: such results can still be found and exported. */
export const STORED_DRAW_NUMBER_PATTERN = /^[A-Z0-9-]{3,20}$/;

const REGULAR_FORM = new RegExp(`^${DRAW_NUMBER_PREFIX}(\\d{2})(\\d{2})(\\d{4})([1-${SLOTS.length}])$`);

export const isDrawNumber = (text: string): boolean => DRAW_NUMBER_PATTERN.test(text);
export const isStoredDrawNumber = (text: string): boolean => STORED_DRAW_NUMBER_PATTERN.test(text);

export function drawNumberFor(date: IstDate, slot: Slot): string {
  const [year, month, day] = date.split('-');
  return `${DRAW_NUMBER_PREFIX}${day}${month}${year}${slotIndex(slot) + 1}`;
}

/** The date and slot of a regular draw number; null for any other text. */
export function parseDrawNumber(text: string): { date: IstDate; slot: Slot } | null {
  const [, day, month, year, place] = REGULAR_FORM.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const slot = SLOTS[Number(place) - 1];
  return slot && isIstDate(date) ? { date, slot } : null;
}
