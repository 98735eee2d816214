/** The order of the draw cards on the home page, and which of them are at its top. */
import { type CardFace, isActive } from './card-state.ts';
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

export interface ShownCard {
  drawAt: Instant;
  face: CardFace;
  /** Whether its result was published a short time ago. */
  isNew: boolean;
}

/** How many cards fit on the first screen of a phone. */
const HERO_CARDS = 2;

/**
 * The cards at the top of the page: every draw that is live or rolls, then new results while there is space.
 * The latest draw is first: so a card that stays at the top keeps its place when another one is added or begins to roll.
 */
export function heroCards<Card extends ShownCard>(cards: readonly Card[]): Card[] {
  const byTime = cards.toSorted((a, b) => b.drawAt - a.drawAt);
  const active = byTime.filter(isActive);
  const fresh = byTime.filter((card) => card.isNew && !isActive(card));
  const added = fresh.slice(0, Math.max(0, HERO_CARDS - active.length));
  return byTime.filter((card) => active.includes(card) || added.includes(card));
}
