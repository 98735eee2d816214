/** Links to the five draws of the same day. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { SLOTS, type Slot, slotLabel } from '../../../core/slots.ts';
import { SpokenDigits } from '../../components/spoken-digits.tsx';
import { longDate } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { useNoResultText } from '../day/use-no-result-text.ts';

function NoResultRow({ date, slot }: { date: IstDate; slot: Slot }) {
  return (
    <p className="flex min-h-13 items-center justify-between gap-4 px-4 text-ink-soft">
      <span className="font-semibold">{slotLabel(slot)}</span>
      {useNoResultText(date, slot).text}
    </p>
  );
}

export function DayOfDraw({ date, draws, shown }: { date: IstDate; draws: readonly Draw[]; shown: string }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  const { drawPage } = messages;
  return (
    <section aria-labelledby="same-day">
      <h2 id="same-day" className="mb-3 text-xl">
        {drawPage.sameDay}
        <Link
          to={pathTo(`/results/${date}`)}
          className="flex min-h-11 w-fit items-center text-base font-medium text-ink-soft underline underline-offset-4 hover:text-maroon"
        >
          {longDate(date, messages)}
        </Link>
      </h2>
      <ul className="thread-edge divide-y divide-thread overflow-clip rounded-card bg-cloth">
        {SLOTS.map((slot) => {
          const draw = draws.find((candidate) => candidate.slot === slot);
          return (
            <li key={slot}>
              {draw ? (
                <Link
                  to={pathTo(`/draws/${draw.drawNo}`)}
                  aria-current={draw.drawNo === shown ? 'page' : undefined}
                  className="flex min-h-13 items-center justify-between gap-4 px-4 transition-colors hover:bg-ground aria-[current=page]:bg-gold/15"
                >
                  <span className="font-semibold">{slotLabel(slot)}</span>
                  <SpokenDigits draw={draw} />
                </Link>
              ) : (
                <NoResultRow date={date} slot={slot} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
