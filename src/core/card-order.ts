/** The order of the draw cards on the home page. */
import { HOUR, type Instant } from './ist-time.ts';
import type { Phase } from './phase.ts';

/** How long a reveal counts as recent. */
export const RECENT_REVEAL = 2 * HOUR;

export interface OrderedCard {
  phase: Phase;
  drawAt: Instant;
  revealAt: Instant;
}

function rankOf({ phase, revealAt }: OrderedCard, now: Instant): number {
  if (phase === 'live') return 0;
  if (phase === 'waiting') return 3;
  return now - revealAt <= RECENT_REVEAL ? 1 : 2;
}

/** Live first, then recent reveals, then older ones (both newest first), then waiting in slot order. */
export function orderCards<Card extends OrderedCard>(cards: readonly Card[], now: Instant): Card[] {
  return cards.toSorted((a, b) => {
    const rank = rankOf(a, now);
    const byRank = rank - rankOf(b, now);
    if (byRank !== 0) return byRank;
    return rank === 3 ? a.drawAt - b.drawAt : b.drawAt - a.drawAt;
  });
}
