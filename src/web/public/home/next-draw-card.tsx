/** The next draw of all, with the time that is left until it. */
import { drawNumberFor } from '../../../core/draw-number.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { slotLabel } from '../../../core/slots.ts';
import { Emblem } from '../../components/emblem.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { CountdownDigits } from '../draw-cards/countdown-digits.tsx';
import { useNextDraw } from '../use-next-draw.ts';

/** Read out on request only: a timer that spoke every second would drown everything else. */
function CountdownClock({ until }: { until: Instant }) {
  const { home } = useMessages();
  return (
    <div role="timer" className="script-only grid grid-cols-3 gap-2 sm:gap-3">
      {(['hours', 'minutes', 'seconds'] as const).map((unit) => (
        <div key={unit} className="countdown-unit">
          <span className="text-5xl leading-none font-bold tabular-nums lg:text-6xl">
            <CountdownDigits until={until} unit={unit} />
          </span>
          <span className="mt-1.5 text-sm text-ink-soft">{home[unit]}</span>
        </div>
      ))}
    </div>
  );
}

/** One line below the draws that are live; it never wraps, so that it keeps its height when the font is loaded. */
export function NextDrawLine() {
  const { home } = useMessages();
  const { slot, date, drawAt } = useNextDraw();
  const today = useToday();
  return (
    <section
      aria-labelledby="next-draw"
      className="mt-3 flex items-baseline justify-center gap-x-2 text-ink-soft *:whitespace-nowrap tabular-nums"
    >
      <h2 id="next-draw" className="text-base font-semibold">
        {home.nextInLine}
      </h2>
      <p>
        {date !== today && `${home.tomorrow}, `}
        <time dateTime={new Date(drawAt).toISOString()} className="font-semibold text-ink">
          {slotLabel(slot)}
        </time>
        <span className="script-only">
          {' · '}
          <span role="timer">
            <CountdownDigits until={drawAt} unit="hours" />:<CountdownDigits until={drawAt} unit="minutes" />:
            <CountdownDigits until={drawAt} unit="seconds" />
          </span>
        </span>
      </p>
    </section>
  );
}

export function NextDrawCard() {
  const messages = useMessages();
  const { home } = messages;
  const { slot, date, drawAt } = useNextDraw();
  const today = useToday();
  return (
    <section aria-labelledby="next-draw" className="thread-edge kasavu-bottom next-draw">
      <div className="next-draw-wheel">
        <Emblem className="size-full turn-slowly" />
      </div>
      <div>
        <h2 id="next-draw" className="text-base font-semibold text-gold-ink lg:text-lg">
          {home.nextDraw}
        </h2>
        <p className="mt-0.5 text-4xl leading-tight font-bold lg:text-5xl">
          <time dateTime={new Date(drawAt).toISOString()}>{slotLabel(slot)}</time>
        </p>
        <p className="mt-1 text-ink-soft">
          {date === today ? home.today : home.tomorrow}
          <span className="max-sm:hidden">, {longDate(date, messages)}</span>{' '}
          <span className="float-right sm:float-none sm:block">{drawNumberFor(date, slot)}</span>
        </p>
      </div>
      <CountdownClock until={drawAt} />
    </section>
  );
}
