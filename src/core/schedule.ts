/** The schedule: for each draw the times of its result and announcement. */
import { type IstDate, istTimeOf, SECOND, type TimeOfDay } from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { SLOTS, type Slot } from './slots.ts';

const ANNOUNCEMENT_DELAY_MINUTES = 30;
export const DEFAULT_PUBLISH_DELAY_MINUTES = 15;
export const MAX_PUBLISH_DELAY_MINUTES = 60;
export const DEFAULT_GENERATE_TIME: TimeOfDay = '06:00';
/** Automation needs a moment to create drafts and to publish. */
export const AUTOMATION_TIME = 10 * SECOND;

export interface ScheduleEntry {
  slot: Slot;
  resultTime: TimeOfDay;
  announcementTime: TimeOfDay;
}

/** Any date works: the times are the same every day. */
const SOME_DAY: IstDate = '2026-01-01';

const later = (slot: Slot, minutes: number): TimeOfDay => istTimeOf(revealInstant(SOME_DAY, slot, minutes));

export const scheduleOf = (delayMinutes: number): ScheduleEntry[] =>
  SLOTS.map((slot) => ({
    slot,
    resultTime: later(slot, delayMinutes),
    announcementTime: later(slot, ANNOUNCEMENT_DELAY_MINUTES),
  }));
