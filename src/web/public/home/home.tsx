/** The home page: the next draw with its countdown, then today's five draws. */
import { orderCards } from '../../../core/card-order.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { drawInstant, phaseAt, revealInstant } from '../../../core/phase.ts';
import { SLOTS } from '../../../core/slots.ts';
import { PageHead } from '../../components/page-head.tsx';
import { useServerNow } from '../../hooks/use-server-now.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useData } from '../../live/data-provider.tsx';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/home.ts';
import { DrawCard } from './draw-card.tsx';
import { NextDrawCard } from './next-draw-card.tsx';

/** The countdowns on it are true for a second. */
export const headers = sharedFor(1);

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const cursor = services.cursor();
  const date = istDateOf(services.now());
  return { cursor, draws: await services.drawsOf(date) };
}

export default function Home() {
  const messages = useMessages();
  const { home } = messages;
  const now = useServerNow();
  const date = istDateOf(now);
  const { draws, settings } = useData();
  const cards = orderCards(
    SLOTS.map((slot) => {
      const drawAt = drawInstant(date, slot);
      const revealAt = revealInstant(date, slot, settings.publishDelay);
      const draw = draws.find((candidate) => candidate.date === date && candidate.slot === slot) ?? null;
      const drawNo = draw?.drawNo ?? drawNumberFor(date, slot);
      return { slot, label: slot, drawNo, drawAt, revealAt, draw, phase: phaseAt(now, drawAt, revealAt) };
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
            <time dateTime={date}>
              {weekday(date, messages)}, {longDate(date, messages)}
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
