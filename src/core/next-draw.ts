/** The next draw. */
import { addDays, type Instant, type IstDate, istDateOf } from './ist-time.ts';
import { drawInstant } from './phase.ts';
import { SLOTS, type Slot } from './slots.ts';

export interface NextDraw {
  slot: Slot;
  date: IstDate;
  drawAt: Instant;
}

/** The first draw after `now`: after the last draw of a day, the first one of the next day. */
export function nextDraw(now: Instant): NextDraw {
  const today = istDateOf(now);
  const slot = SLOTS.find((candidate) => drawInstant(today, candidate) > now);
  if (slot) return { slot, date: today, drawAt: drawInstant(today, slot) };
  const date = addDays(today, 1);
  return { slot: SLOTS[0], date, drawAt: drawInstant(date, SLOTS[0]) };
}
