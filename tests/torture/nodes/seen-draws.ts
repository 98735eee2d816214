/** Checks that no client gets a result before it is due. */
import { instantOf, MINUTE } from '../../../src/core/ist-time.ts';
import { DEFAULT_PUBLISH_DELAY_MINUTES } from '../../../src/core/schedule.ts';
import type { Slot } from '../../../src/core/slots.ts';
import type { TorturedSite } from './site.ts';

export const dueInstant = (date: string, slot: Slot): number =>
  instantOf(date, slot) + DEFAULT_PUBLISH_DELAY_MINUTES * MINUTE;

/** The accuracy of our reading of the database's clock, in milliseconds. */
const CLOCK_ERROR = 5;

/** A draw that is seen before it is due, by the clock of the database, is a leaked draft. */
export function checkSeenDraw(
  { database, tally }: TorturedSite,
  draw: { date: string; slot: Slot },
  where: string,
  at = performance.now(),
): void {
  const tooEarly = dueInstant(draw.date, draw.slot) - database.now(at);
  if (tooEarly <= CLOCK_ERROR) return;
  tally.counts.early += 1;
  tally.count(
    'leaked',
    `${draw.date} ${draw.slot} was seen ${Math.round(tooEarly)} ms before it was due, in ${where}`,
  );
}
