/** Results that the public sees, each compared with the instant at which it is due. */
import { instantOf, MINUTE } from '../../../src/core/ist-time.ts';
import { DEFAULT_PUBLISH_DELAY_MINUTES } from '../../../src/core/schedule.ts';
import type { Slot } from '../../../src/core/slots.ts';
import type { TorturedSite } from './site.ts';

export const dueInstant = (date: string, slot: Slot): number =>
  instantOf(date, slot) + DEFAULT_PUBLISH_DELAY_MINUTES * MINUTE;

/** How exactly this process knows the database's time. */
const CLOCK_ERROR = 5;

/** Whoever sees a draw before it is due by the database's clock has seen a draft. */
export function noteSighting(
  { database, ledger }: TorturedSite,
  draw: { date: string; slot: Slot },
  where: string,
  at = performance.now(),
): void {
  const tooEarly = dueInstant(draw.date, draw.slot) - database.now(at);
  if (tooEarly <= CLOCK_ERROR) return;
  ledger.counts.early += 1;
  ledger.count(
    'leaked',
    `${draw.date} ${draw.slot} was seen ${Math.round(tooEarly)} ms before it was due, in ${where}`,
  );
}
