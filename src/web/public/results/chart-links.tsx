/** Links to the next and previous month, or to older and newest days. */
import { Link } from 'react-router';
import type { IstDate } from '../../../core/ist-time.ts';
import { ACTION } from '../../components/control-classes.ts';
import { monthName } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { type ChartFilter, chartQuery, EVERYTHING } from './chart-address.ts';
import { type MonthRange, monthsBeside } from './chart-months.ts';

export interface ChartLinksProps {
  filter: ChartFilter;
  months: MonthRange;
  olderThan: IstDate | null;
}

function useTargets({ filter, months, olderThan }: ChartLinksProps) {
  const messages = useResultMessages();
  const { charts } = messages;
  const linkTo = (change: Partial<ChartFilter>, label: string) => ({
    query: chartQuery({ ...filter, ...change }),
    label,
  });
  if (filter.month) {
    const { earlier, later } = monthsBeside(filter.month, months);
    return {
      older: earlier && linkTo({ month: earlier }, monthName(earlier, messages)),
      newer: later && linkTo({ month: later }, monthName(later, messages)),
    };
  }
  return {
    older: olderThan && linkTo({ before: olderThan }, charts.older),
    newer: filter.before && linkTo({ before: EVERYTHING.before }, charts.newest),
  };
}

export function ChartLinks(props: ChartLinksProps) {
  const { charts } = useResultMessages();
  const pathTo = usePathIn();
  const { older, newer } = useTargets(props);
  if (!older && !newer) return null;
  return (
    <nav aria-label={charts.more} className="screen-only mt-6 flex flex-wrap justify-between gap-3">
      {newer ? (
        <Link to={pathTo('/results') + newer.query} rel="next" className={ACTION}>
          <span aria-hidden="true">←</span> {newer.label}
        </Link>
      ) : (
        <span />
      )}
      {older && (
        <Link to={pathTo('/results') + older.query} rel="prev" className={ACTION}>
          {older.label} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  );
}
