/** The five draws of a day: their times, labels and paths. */
import type { TimeOfDay } from './ist-time.ts';

export const SLOTS = ['10:00', '12:00', '14:00', '17:00', '19:00'] as const;

export type Slot = (typeof SLOTS)[number];

export const INVALID_SLOT_TEXT = `Invalid time slot. Must be one of: ${SLOTS.join(', ')}.`;

export const isSlot = (text: string): text is Slot => (SLOTS as readonly string[]).includes(text);

/** Position in the day, counted from 0. */
export const slotIndex = (slot: Slot): number => SLOTS.indexOf(slot);

/** `14:00` becomes `02:00 PM`. */
export function timeLabel(time: TimeOfDay): string {
  const hour = Number(time.slice(0, 2));
  const hourOnDial = hour % 12 === 0 ? 12 : hour % 12;
  return `${String(hourOnDial).padStart(2, '0')}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `02:00 PM`, `2:00 pm` and `2 PM` become `14:00`. */
export function timeFromLabel(label: string): TimeOfDay | null {
  const [, hour, minutes = '00', half] =
    /^(0?[1-9]|1[0-2])(?::([0-5]\d))? ?([ap])m$/i.exec(label.trim()) ?? [];
  if (!hour || !half) return null;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}

export const slotLabel = (slot: Slot): string => timeLabel(slot);

/** `12:00` becomes `12-00`, as in the path of a page. */
export const slotToPath = (slot: Slot): string => slot.replace(':', '-');

export function slotFromPath(path: string): Slot | null {
  const slot = path.replace('-', ':');
  return path.includes('-') && isSlot(slot) ? slot : null;
}
