/** The next draw of all, with the time that is left until it. */
import { drawNumberFor } from '../../../core/draw-number.ts';
import { type Instant, istDateOf } from '../../../core/ist-time.ts';
import { nextDraw } from '../../../core/next-draw.ts';
import { slotLabel } from '../../../core/slots.ts';
import { CountdownClock } from '../../components/countdown-clock.tsx';
import { Emblem } from '../../components/emblem.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';

/** Beside the words where there is room; on a phone, large and pale in the corner behind them. */
const WHEEL =
  'absolute -right-20 -bottom-24 -z-10 size-72 text-gold opacity-15 md:static md:size-28 md:opacity-100 lg:size-36';

export function NextDrawCard({ now }: { now: Instant }) {
  const messages = useMessages();
  const { home } = messages;
  const { slot, date, drawAt } = nextDraw(now);
  const day = date === istDateOf(now) ? home.today : home.tomorrow;
  return (
    <section
      aria-labelledby="next-draw"
      className="thread-edge kasavu-bottom relative isolate grid items-center gap-6 overflow-clip rounded-card bg-cloth p-7 sm:p-9 md:grid-cols-[auto_1fr_auto] md:gap-8"
    >
      <div className={WHEEL}>
        <Emblem className="size-full turn-slowly" />
      </div>
      <div>
        <h2 id="next-draw" className="text-base font-semibold text-gold-ink lg:text-lg">
          {home.nextDraw}
        </h2>
        <p className="mt-1 text-4xl leading-tight font-bold lg:text-5xl">
          <time dateTime={new Date(drawAt).toISOString()}>{slotLabel(slot)}</time>
        </p>
        <p className="mt-1 text-ink-soft">
          {day}, {longDate(date, messages)}
          <span className="block">{drawNumberFor(date, slot)}</span>
        </p>
      </div>
      <CountdownClock until={drawAt} now={now} />
    </section>
  );
}
