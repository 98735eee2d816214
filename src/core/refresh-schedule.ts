/** When an open page fetches its data anew, and when it loads itself anew. */
import { addDays, HOUR, type Instant, istDateOf, SECOND } from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { SLOTS } from './slots.ts';

/** So long after each reveal the page asks whether it has heard of everything. */
export const REFETCH_AFTER_REVEAL = 2 * SECOND;
/** Spread over so much more, lest every browser asks in the same moment. */
export const REFETCH_SPREAD = 4 * SECOND;

/** A page that stays open loads itself anew this often, so that it never grows older than the site. */
export const RELOAD_EVERY = HOUR;

/** The next instant after `now` at which a page refetches; `chance`, from 0 to 1, is its own place in the spread. */
export function nextRefetch(now: Instant, delayMinutes: number, chance: number): Instant {
  const today = istDateOf(now);
  const moments = [today, addDays(today, 1)].flatMap((date) =>
    SLOTS.map(
      (slot) => revealInstant(date, slot, delayMinutes) + REFETCH_AFTER_REVEAL + chance * REFETCH_SPREAD,
    ),
  );
  return Math.min(...moments.filter((moment) => moment > now));
}
