/** Today's draws: the filter, the ordered cards, and the announcements for screen readers. */
import { useRef, useState } from 'react';
import type { Draw } from '../../../contract/draws.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { useFlip } from '../../hooks/use-flip.ts';
import { useServerTime } from '../../hooks/use-server-now.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useData } from '../../live/data-provider.tsx';
import { DrawCard } from './draw-card.tsx';
import { SlotFilter, useChosenSlot } from './slot-filter.tsx';
import { cardsOfToday, lastCardChange } from './todays-cards.ts';

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
