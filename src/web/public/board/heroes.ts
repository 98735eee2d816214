/** Which of today's draws are in the middle of the board. */
import { type CardFace, isActive } from '../../../core/card-state.ts';
import type { Instant } from '../../../core/ist-time.ts';

export interface HeroCard {
  face: CardFace;
  isNew: boolean;
  drawAt: Instant;
  draw: { publishedAt: string } | null;
}

/**
 * Every draw that is live or rolls, the latest first. Otherwise the result that was published last while it is new, then
 * the result of the latest draw. Empty while today has neither.
 */
export function heroesOf<Card extends HeroCard>(cards: readonly Card[]): Card[] {
  const byTime = cards.toSorted((a, b) => b.drawAt - a.drawAt);
  const active = byTime.filter(isActive);
  if (active.length > 0) return active;
  const published = byTime.filter(({ face }) => face === 'published');
  const [newest] = published.filter(({ isNew }) => isNew).toSorted((a, b) => publishedAt(b) - publishedAt(a));
  return newest ? [newest] : published.slice(0, 1);
}

const publishedAt = ({ draw }: HeroCard): Instant => Date.parse(draw?.publishedAt ?? '');
