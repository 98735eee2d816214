/** Today's five draws: each with its times, phase and result, in display order. */
import type { Draw } from '../../../contract/draws.ts';
import { orderCards, RECENT_REVEAL } from '../../../core/card-order.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { type Instant, instantOf, istDateOf } from '../../../core/ist-time.ts';
import {
  drawInstant,
  NEW_FOR,
  OVERDUE_AFTER,
  type Phase,
  phaseAt,
  revealInstant,
} from '../../../core/phase.ts';
import { SLOTS, type Slot } from '../../../core/slots.ts';

export interface Card {
  slot: Slot;
  drawNo: string;
  drawAt: Instant;
  revealAt: Instant;
  phase: Phase;
  draw: Draw | null;
}

export function cardsOfToday(now: Instant, publishDelay: number, draws: readonly Draw[]): Card[] {
  const date = istDateOf(now);
  const cards = SLOTS.map((slot): Card => {
    const drawAt = drawInstant(date, slot);
    const revealAt = revealInstant(date, slot, publishDelay);
    const draw = draws.find((candidate) => candidate.date === date && candidate.slot === slot) ?? null;
    // Staff may give a draw another number, which is known only when it is published.
    const drawNo = draw?.drawNo ?? drawNumberFor(date, slot);
    // A published result is revealed, even if staff published it early.
    const phase = draw ? 'revealed' : phaseAt(now, drawAt, revealAt);
    return { slot, drawNo, drawAt, revealAt, phase, draw };
  });
  return orderCards(cards, now);
}

/**
 * The latest instant up to `now` at which time alone changed a card: its phase, its place among the others, its day,
 * whether it is new. Until the next one, the cards of that instant are the cards of `now`, so nothing needs to render
 * every second.
 */
export function lastCardChange(now: Instant, publishDelay: number, draws: readonly Draw[]): Instant {
  const date = istDateOf(now);
  const changes = SLOTS.flatMap((slot) => {
    const revealAt = revealInstant(date, slot, publishDelay);
    // Both limits still count as within: the change is one millisecond later.
    return [drawInstant(date, slot), revealAt, revealAt + OVERDUE_AFTER + 1, revealAt + RECENT_REVEAL + 1];
  });
  const ends = draws.map(({ publishedAt }) => Date.parse(publishedAt) + NEW_FOR + 1);
  return Math.max(instantOf(date), ...[...changes, ...ends].filter((change) => change <= now));
}
