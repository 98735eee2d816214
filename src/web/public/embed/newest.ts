/** What the card for other sites shows: the newest result, and the draw that is live. */
import type { Draw } from '../../../contract/draws.ts';
import { compareDraws } from '../../../core/draw-order.ts';
import { type Instant, istDateOf } from '../../../core/ist-time.ts';
import { drawInstant, isNewAt, OVERDUE_AFTER, revealInstant } from '../../../core/phase.ts';
import { SLOTS, type Slot } from '../../../core/slots.ts';

export const newestOf = (draws: readonly Draw[]): Draw | null => draws.toSorted(compareDraws)[0] ?? null;

/** The latest draw of today that has begun and has no result yet; null once its result is overdue. */
export function liveSlot(now: Instant, publishDelay: number, draws: readonly Draw[]): Slot | null {
  const date = istDateOf(now);
  const isLive = (slot: Slot): boolean =>
    now >= drawInstant(date, slot) &&
    now - revealInstant(date, slot, publishDelay) <= OVERDUE_AFTER &&
    !draws.some((draw) => draw.date === date && draw.slot === slot);
  return SLOTS.findLast(isLive) ?? null;
}

/** As on the other pages, whose cards are those of today. */
export const isNew = ({ date, publishedAt }: Draw, now: Instant): boolean =>
  date === istDateOf(now) && isNewAt(Date.parse(publishedAt), now);
