/** The draws of today: the live ones or the next one first, then the last day, the filter and the other cards. */
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { heroCards } from '../../../core/card-order.ts';
import type { RollPlan } from '../../../core/card-state.ts';
import { type IstDate, istDateOf } from '../../../core/ist-time.ts';
import { SLOTS, type Slot, slotFromPath, slotLabel, slotToPath } from '../../../core/slots.ts';
import { Flip } from '../../components/flip.ts';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { Announcements } from '../draw-cards/announcements.tsx';
import { lastDayBefore } from '../draw-cards/last-day-before.ts';
import { RollEffects } from '../draw-cards/roll-effects.tsx';
import { lastCardChange } from '../draw-cards/todays-cards.ts';
import { type TodaysCard, useTodaysCards } from '../draw-cards/use-todays-cards.ts';
import { DrawCard } from './draw-card.tsx';
import { LastDay } from './last-day.tsx';
import { NextDrawCard, NextDrawLine } from './next-draw-card.tsx';

/** Null for all of them. */
function useChosenSlot(): Slot | null {
  const [query] = useSearchParams();
  return slotFromPath(query.get('slot') ?? '');
}

/** Part of the address, so that it can be shared and works without scripts. */
function SlotFilter() {
  const { home } = useMessages();
  const [query] = useSearchParams();
  const chosen = useChosenSlot();

  function searchWith(slot: Slot | null): string {
    const search = new URLSearchParams(query);
    if (slot) search.set('slot', slotToPath(slot));
    else search.delete('slot');
    return `?${search}`;
  }

  return (
    <nav aria-label={home.filter} className="screen-only mb-4 sm:mb-5">
      <ul className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap">
        {[null, ...SLOTS].map((slot) => (
          <li key={slot}>
            <Link
              to={{ search: searchWith(slot) }}
              preventScrollReset
              aria-current={slot === chosen ? 'true' : undefined}
              className="slot-choice"
            >
              {slot ? slotLabel(slot) : home.allDraws}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** It keeps the state of the cards of one day: render it with the day as its key. */
export function TodaysDraws({ draws }: { draws: readonly Draw[] }) {
  const { settings } = useLiveData();
  const now = useServerTime((second) => lastCardChange(second, settings.publishDelay, draws));
  const date = istDateOf(now);
  const { cards, states, plan, endRollOf } = useTodaysCards(now, settings.publishDelay, draws);
  const hero = heroCards(cards);
  const lastDay = lastDayBefore(date, draws);
  const parts = useRef<HTMLDivElement>(null);
  return (
    <div ref={parts} className="relative grid gap-5">
      <div>{hero.length > 0 ? <LiveHero cards={hero} plan={plan} /> : <NextDrawCard />}</div>
      <LastDay today={date} draws={lastDay} />
      <CardList date={date} cards={cards.filter((card) => !hero.includes(card))} />
      <Flip list={parts} order={`${hero.length} ${lastDay.length}`} />
      <Announcements states={states} />
      {plan &&
        cards
          .filter(({ state }) => state.kind === 'rolling')
          .map(({ slot }) => <RollEffects key={slot} plan={plan} onEnd={() => endRollOf(slot)} />)}
    </div>
  );
}

/** The top of the page while a draw is live, rolls or has just been published. */
function LiveHero({ cards, plan }: { cards: readonly TodaysCard[]; plan: RollPlan | null }) {
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

/** The cards that are not at the top of the page, with the filter. */
function CardList({ date, cards }: { date: IstDate; cards: readonly TodaysCard[] }) {
  const messages = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const chosen = useChosenSlot();
  const shown = cards.filter(({ slot }) => !chosen || slot === chosen);
  return (
    <section aria-labelledby="today" className="mt-2 sm:mt-5">
      <div className="mb-3 flex flex-wrap items-baseline sm:mb-4 justify-between gap-x-6">
        <h2 id="today" className="text-2xl sm:text-3xl">
          {messages.home.heading}
        </h2>
        <p className="text-ink-soft">
          <time dateTime={date}>
            <span className="max-sm:hidden">{weekday(date, messages)}, </span>
            {longDate(date, messages)}
          </time>
        </p>
      </div>
      <SlotFilter />
      <ul ref={list} className="draw-grid relative" data-count={shown.length}>
        {shown.map((card) => (
          <li key={card.slot}>
            <DrawCard card={card} plan={null} heading="h3" />
          </li>
        ))}
      </ul>
      <Flip list={list} order={cards.map(({ slot }) => slot).join()} />
    </section>
  );
}
