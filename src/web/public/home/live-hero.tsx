/** The top of the home page while a draw is live, rolls or has just been published. */
import type { RollPlan } from '../../../core/card-state.ts';
import type { TodaysCard } from '../todays-draws/use-todays-cards.ts';
import { DrawCard } from './draw-card.tsx';
import { NextDrawLine } from './next-draw-card.tsx';

export function LiveHero({ cards, plan }: { cards: readonly TodaysCard[]; plan: RollPlan | null }) {
  return (
    <>
      <ul data-hero className={`grid gap-4 ${cards.length > 1 ? 'lg:grid-cols-2' : ''}`}>
        {cards.map((card) => (
          <li key={card.slot}>
            <DrawCard card={card} plan={plan} heading="h2" />
          </li>
        ))}
      </ul>
      <NextDrawLine />
    </>
  );
}
