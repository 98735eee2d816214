/** The filter form of the chart. Each filter is an address; without scripts the form has a button. */
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { IstMonth } from '../../../core/ist-time.ts';
import { FIELD, LABEL, MAIN_ACTION } from '../../components/control-classes.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { monthName } from '../../i18n/dates.ts';
import { useResultMessages } from '../../i18n/i18n.tsx';
import { type ChartFilter, chartQuery, EVERYTHING, TODAY_ONLY } from './chart-address.ts';
import { type MonthRange, monthsIn } from './chart-months.ts';

/** Shows a new choice before its page has loaded, and follows the address when that changes by other means. */
function useChoice(asked: ChartFilter) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [choice, setChoice] = useState({ asked, filter: asked });
  if (chartQuery(choice.asked) !== chartQuery(asked)) setChoice({ asked, filter: asked });

  const choose = useCallback(
    (filter: ChartFilter, { replace = false } = {}) => {
      setChoice((former) => ({ ...former, filter }));
      void navigate(pathname + chartQuery(filter), { preventScrollReset: true, replace });
    },
    [navigate, pathname],
  );
  return { filter: choice.filter, choose };
}

function MonthPicker({
  chosen,
  months,
  onChoose,
}: {
  chosen: IstMonth | null;
  months: MonthRange;
  onChoose(month: IstMonth | null): void;
}) {
  const messages = useResultMessages();
  const { charts } = messages;
  return (
    <label className="sm:w-56">
      <span className={LABEL}>{charts.month}</span>
      <select
        name="month"
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value || null)}
        className={FIELD}
      >
        <option value="">{charts.allMonths}</option>
        {monthsIn(months).map((month) => (
          <option key={month} value={month}>
            {monthName(month, messages)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function ChartFilters({ asked, months }: { asked: ChartFilter; months: MonthRange }) {
  const { charts } = useResultMessages();
  const { filter, choose } = useChoice(asked);
  const { month, q } = filter;
  // Typing a search adds one history entry, not one for each character.
  const onSearch = useCallback(
    (text: string) => choose({ ...EVERYTHING, month, q: text }, { replace: q !== '' }),
    [choose, month, q],
  );
  return (
    <form
      aria-label={charts.filters}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('q');
        if (filter.all) choose({ ...EVERYTHING, month, q: String(typed ?? '').trim() });
      }}
      className="screen-only mb-4 grid grow gap-4"
    >
      <input type="hidden" name="all" value="1" />
      <label className="flex min-h-11 w-fit items-center gap-3 font-semibold">
        <input
          type="checkbox"
          name="today"
          value="1"
          checked={!filter.all}
          onChange={(event) => choose(event.currentTarget.checked ? TODAY_ONLY : EVERYTHING)}
          className="size-6 accent-maroon"
        />
        {charts.todayOnly}
      </label>
      {filter.all && (
        <div className="flex flex-col gap-4 sm:flex-row">
          <MonthPicker
            chosen={month}
            months={months}
            onChoose={(chosen) => choose({ ...EVERYTHING, month: chosen, q })}
          />
          <SearchBox label={charts.search} hint={charts.searchHint} asked={q} onSearch={onSearch} />
        </div>
      )}
      <button type="submit" className={`${MAIN_ACTION} script-free w-fit`}>
        {charts.show}
      </button>
    </form>
  );
}
