/** Today's draws: the filter, the ordered cards, and the announcements for screen readers. */
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { SLOTS, type Slot, slotFromPath, slotLabel, slotToPath } from '../../../core/slots.ts';
import { useFlip } from '../../hooks/use-flip.ts';
import { useServerTime } from '../../hooks/use-server-now.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useData } from '../../live/data-provider.tsx';
import { DrawCard } from './draw-card.tsx';
import { cardsOfToday, lastCardChange } from './todays-cards.ts';

const CHOICE =
  'flex min-h-11 items-center justify-center rounded-full border border-ink-soft/50 bg-cloth px-4 pt-0.5 font-semibold whitespace-nowrap text-ink-soft transition-colors hover:border-maroon hover:text-maroon aria-[current]:border-maroon aria-[current]:bg-maroon aria-[current]:text-on-strong';

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
    <nav aria-label={home.filter} className="screen-only mb-5">
      <ul className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap">
        {[null, ...SLOTS].map((slot) => (
          <li key={slot}>
            <Link
              to={{ search: searchWith(slot) }}
              preventScrollReset
              aria-current={slot === chosen ? 'true' : undefined}
              className={CHOICE}
            >
              {slot ? slotLabel(slot) : home.allDraws}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function TodaysDraws({ draws }: { draws: readonly Draw[] }) {
  const messages = useMessages();
  const { home } = messages;
  const { settings } = useData();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const chosen = useChosenSlot();
  const now = useServerTime((second) => lastCardChange(second, settings.publishDelay));
  const date = istDateOf(now);
  const cards = cardsOfToday(now, settings.publishDelay, draws);
  const order = cards.map(({ slot }) => slot).join();
  useFlip(list, order);
  return (
    <section aria-labelledby="today" className="mt-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="today" className="text-2xl sm:text-3xl">
          {home.heading}
        </h2>
        <p className="text-ink-soft">
          <time dateTime={date}>
            {weekday(date, messages)}, {longDate(date, messages)}
          </time>
        </p>
      </div>
      <SlotFilter />
      <ul ref={list} className="draw-grid relative">
        {cards
          .filter(({ slot }) => !chosen || slot === chosen)
          .map((card) => (
            <li key={`${date} ${card.slot}`}>
              <DrawCard card={card} now={now} announce={setAnnouncement} />
            </li>
          ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}
