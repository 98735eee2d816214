/** A day as a sheet beside the chart, on very wide screens only. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { longDate, weekday } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { DayResults } from './day-results.tsx';

export function DayBeside({ date, draws }: { date: IstDate; draws: readonly Draw[] }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  return (
    <aside aria-labelledby="day-beside" className="day-beside screen-only">
      <div className="day-sheet kasavu-edge">
        <h2 id="day-beside">
          <Link to={pathTo(`/results/${date}`)} className="chart-date">
            <time dateTime={date}>{longDate(date, messages)}</time>{' '}
            <span className="day-weekday">{weekday(date, messages)}</span>
          </Link>
        </h2>
        <DayResults date={date} draws={draws} />
      </div>
    </aside>
  );
}
