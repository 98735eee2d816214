/** The home page: the next draw with its countdown, then today's five draws. */
import { orderCards } from '../../../core/card-order.ts';
import { phaseAt } from '../../../core/phase.ts';
import { PageHead } from '../../components/page-head.tsx';
import { useNotedServerTime, useServerNow } from '../../hooks/use-server-now.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/home.ts';
import { DrawCard } from './draw-card.tsx';
import { NextDrawCard } from './next-draw-card.tsx';

/** The countdowns on it are true for a second. */
export const headers = sharedFor(1);

export const loader = ({ context }: Route.LoaderArgs) => context.get(pageServices).today();

export default function Home({ loaderData: today }: Route.ComponentProps) {
  const messages = useMessages();
  const { home } = messages;
  useNotedServerTime(today.time);
  const now = useServerNow();
  const cards = orderCards(
    today.slots.map((slot) => {
      const drawAt = Date.parse(slot.drawAt);
      const revealAt = Date.parse(slot.revealAt);
      return { ...slot, drawAt, revealAt, phase: phaseAt(now, drawAt, revealAt) };
    }),
    now,
  );
  return (
    <>
      <PageHead title={home.title} description={home.description} />
      <h1 className="sr-only">{home.title}</h1>
      <NextDrawCard now={now} />
      <section aria-labelledby="today" className="mt-10">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="today" className="text-2xl sm:text-3xl">
            {home.heading}
          </h2>
          <p className="text-ink-soft">
            <time dateTime={today.date}>
              {weekday(today.date, messages)}, {longDate(today.date, messages)}
            </time>
          </p>
        </div>
        <ul className="draw-grid">
          {cards.map((card) => (
            <li key={card.slot}>
              <DrawCard card={card} now={now} />
            </li>
          ))}
        </ul>
        <p className="mt-5 text-sm text-ink-soft">{home.allTimes}</p>
      </section>
      <p className="mt-10 border-l-[3px] border-gold pl-4 text-ink-soft">{home.disclaimer}</p>
    </>
  );
}
