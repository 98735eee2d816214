/** The results of the last day before today, shown until today has a result. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { addDays, type IstDate } from '../../../core/ist-time.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';

export function LastDay({ today, draws }: { today: IstDate; draws: readonly Draw[] }) {
  const messages = useMessages();
  const pathTo = usePathIn();
  const date = draws[0]?.date;
  if (date === undefined) return null;
  return (
    <section aria-labelledby="last-day" className="thread-edge rounded-card bg-cloth px-2 py-3 sm:px-5">
      <h2 id="last-day" className="px-2 text-base text-gold-ink sm:px-0">
        <Link to={pathTo(`/results/${date}`)} className="hover:text-maroon">
          <time dateTime={date}>
            {date === addDays(today, -1) ? messages.home.yesterday : longDate(date, messages)}
          </time>
        </Link>
      </h2>
      <ul className="grid grid-cols-5">
        {draws.map((draw) => (
          <li key={draw.id}>
            <Link
              to={pathTo(`/draws/${draw.drawNo}`)}
              className="flex min-h-11 flex-col items-center justify-center rounded-control hover:text-maroon"
            >
              <span className="text-xs whitespace-nowrap text-ink-soft sm:text-sm">
                {slotLabel(draw.slot)}
              </span>
              <b className="text-lg leading-tight tabular-nums sm:text-3xl">{digitsTextOf(draw)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
