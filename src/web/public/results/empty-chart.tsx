/** The chart without results: no match, none today, or none yet. */
import { Form, Link } from 'react-router';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { type ChartFilter, chartQuery, EVERYTHING } from './chart-address.ts';

export function EmptyChart({ filter }: { filter: ChartFilter }) {
  const { charts } = useResultMessages();
  const pathTo = usePathIn();
  if (!filter.all) {
    return (
      <EmptyState title={charts.noneToday} text={charts.noneTodayText}>
        <Link to={pathTo('/results') + chartQuery(EVERYTHING)} preventScrollReset className={MAIN_ACTION}>
          {charts.showAll}
        </Link>
      </EmptyState>
    );
  }
  if (filter.month || filter.q || filter.ends || filter.before) {
    return (
      <EmptyState title={charts.noneFound} text={charts.noneFoundText}>
        <Form action={pathTo('/results')} preventScrollReset>
          <input type="hidden" name="all" value="1" />
          <button type="submit" className={MAIN_ACTION}>
            {charts.clear}
          </button>
        </Form>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={charts.noneAvailable} text={charts.noneAvailableText}>
      <Link to={pathTo('/')} className={MAIN_ACTION}>
        {charts.seeNextDraw}
      </Link>
    </EmptyState>
  );
}
