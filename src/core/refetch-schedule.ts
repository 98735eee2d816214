/** When an open page fetches its data again, and when it reloads. */
import { addDays, HOUR, type Instant, istDateOf, SECOND } from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { SLOTS } from './slots.ts';

/** A page fetches its data again this long after each reveal, in case it has missed a change. */
export const REFETCH_AFTER_REVEAL = 2 * SECOND;
/** The requests of all browsers are spread over this time. */
export const REFETCH_SPREAD = 4 * SECOND;

/** Open pages reload this often, so that they run the current version of the site. */
export const RELOAD_EVERY = HOUR;

/** The next instant after `now` at which a page fetches again; `chance`, from 0 to 1, is its place in the spread. */
export function nextRefetch(now: Instant, delayMinutes: number, chance: number): Instant {
  const today = istDateOf(now);
  const moments = [today, addDays(today, 1)].flatMap((date) =>
    SLOTS.map(
      (slot) => revealInstant(date, slot, delayMinutes) + REFETCH_AFTER_REVEAL + chance * REFETCH_SPREAD,
    ),
  );
  return Math.min(...moments.filter((moment) => moment > now));
}
