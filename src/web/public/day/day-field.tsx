/** Chooses a day: a date field, and links to the days before and after that have results. */
import { Form, Link } from 'react-router';
import type { IstDate } from '../../../core/ist-time.ts';
import { FIELD, LABEL } from '../../components/control-classes.ts';
import { longDate } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';

const STEP = 'grid size-11 shrink-0 place-items-center rounded-control border-2 text-2xl leading-none';

function Step({ date, rel }: { date: IstDate | null; rel: 'prev' | 'next' }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  const sign = <span aria-hidden="true">{rel === 'prev' ? '‹' : '›'}</span>;
  if (!date) return <span className={`${STEP} border-thread text-ink-soft`}>{sign}</span>;
  return (
    <Link
      to={pathTo(`/results/${date}`)}
      rel={rel}
      className={`${STEP} border-maroon text-maroon transition-colors hover:bg-cloth`}
    >
      {sign}
      <span className="sr-only">
        {messages.dayPage[rel]}: {longDate(date, messages)}
      </span>
    </Link>
  );
}

export interface DayFieldProps {
  date: IstDate;
  earlier: IstDate | null;
  later: IstDate | null;
}

/** The charts redirect the form to the page of the day, so that it works without scripts. */
export function DayField({ date, earlier, later }: DayFieldProps) {
  const { dayPage } = useResultMessages();
  const pathTo = usePathIn();
  return (
    <Form
      action={pathTo('/results')}
      aria-label={dayPage.choose}
      className="screen-only mb-5 max-w-md shrink-0"
    >
      <label htmlFor="day" className={`${LABEL} max-sm:sr-only`}>
        {dayPage.day}
      </label>
      <div className="flex items-center gap-2">
        <Step date={earlier} rel="prev" />
        <input
          // A new page has a new date.
          key={date}
          id="day"
          type="date"
          name="day"
          defaultValue={date}
          max={useToday()}
          required
          className={`${FIELD} min-w-0`}
        />
        <button
          type="submit"
          className="min-h-11 shrink-0 rounded-control border-2 border-maroon px-2.5 font-semibold text-maroon transition-colors hover:bg-cloth"
        >
          {/* Short on a phone, where the date needs the space. */}
          <span className="max-sm:sr-only">{dayPage.go}</span>
          <span aria-hidden="true" className="sm:hidden">
            →
          </span>
        </button>
        <Step date={later} rel="next" />
      </div>
    </Form>
  );
}
