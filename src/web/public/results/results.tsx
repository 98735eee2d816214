/** The charts: results by date. Only today's, or all of them filtered by month and search, in pages of whole days. */
import { redirect } from 'react-router';
import { type IstDate, istDateOf } from '../../../core/ist-time.ts';
import { ACTION } from '../../components/actions.ts';
import { CsvButton } from '../../components/csv-button.tsx';
import { PrintIcon } from '../../components/icons.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useIsListLoading } from '../../hooks/use-is-list-loading.ts';
import { useToday } from '../../hooks/use-today.ts';
import { longDate, monthName } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { useLiveLists, useRefreshWhen } from '../../live/data-provider.tsx';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/results.ts';
import { type ChartFilter, chartQuery, csvFilters, readChartFilter } from './chart-address.ts';
import { type ChartDay, groupByDay } from './chart-days.ts';
import { ChartFilters } from './chart-filters.tsx';
import { ChartLinks } from './chart-links.tsx';
import { EmptyChart } from './empty-chart.tsx';
import { ResultsChart } from './results-chart.tsx';
import { SlotTabs } from './slot-tabs.tsx';

const DAYS_ON_A_PAGE = 31;

export const headers = sharedFor(60);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname, searchParams } = url;
  const filter = readChartFilter(searchParams);
  // Each view has one address only, so that it is cached and indexed once.
  const query = chartQuery(filter);
  if (new URLSearchParams(query).toString() !== searchParams.toString()) throw redirect(pathname + query);
  const services = context.get(pageServices);
  const cursor = services.cursor();
  const today = istDateOf(services.now());
  const { all, month, q, before } = filter;
  const { draws, olderThan } = await services.days({
    limit: DAYS_ON_A_PAGE,
    ...(!all && { date: today }),
    ...(month && { month }),
    ...(q && { q }),
    ...(before && { before }),
  });
  const scope = all ? { month, q, before, from: olderThan } : { date: today };
  return {
    ...livePage({ cursor, draws: { rows: draws, scope } }),
    filter,
    today,
    olderThan,
    months: await services.months(),
  };
}

/** The first and the last date shown, in words; empty if there is none. */
const nameSpan = (days: readonly ChartDay[], messages: Messages): string =>
  [...new Set([days.at(-1), days[0]])]
    .flatMap((day) => (day ? [longDate(day.date, messages)] : []))
    .join(' – ');

interface ChartToolsProps {
  filter: ChartFilter;
  today: IstDate;
  period: string;
  count: number;
}

/** The period and number of results shown, with buttons for CSV and print. */
function ChartTools({ filter, today, period, count }: ChartToolsProps) {
  const { charts, productName } = usePageMessages();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="paper-only">{productName}</p>
      <p role="status" className="font-semibold">
        {period} <span className="font-medium text-ink-soft">· {charts.count(count)}</span>
      </p>
      {count > 0 && (
        <div className="screen-only flex gap-3">
          <CsvButton filters={csvFilters(filter, today)} />
          <button type="button" onClick={() => print()} className={`${ACTION} script-only max-sm:hidden`}>
            <PrintIcon />
            {charts.print}
          </button>
        </div>
      )}
    </div>
  );
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const messages = usePageMessages();
  const { charts } = messages;
  const { filter, today, months, olderThan } = loaderData;
  // Results of a day that has ended must not be called today's.
  useRefreshWhen(useToday() > today);
  const isLoading = useIsListLoading();
  const { draws } = useLiveLists(loaderData);
  const month = filter.month && monthName(filter.month, messages);
  const days = groupByDay(draws);
  const period =
    month || nameSpan(days, messages) || (filter.all ? charts.allMonths : longDate(today, messages));
  return (
    <>
      <PageHead
        title={month ? charts.titleOf(month) : charts.title}
        description={charts.description}
        search={filter.month ? chartQuery({ ...filter, q: '' }) : ''}
        unlisted={filter.q !== '' || filter.before !== null}
      />
      <h1 className="text-3xl sm:text-4xl">{charts.heading}</h1>
      <p className="mt-1 mb-5 text-ink-soft">{charts.intro}</p>
      <SlotTabs />
      <ChartFilters asked={filter} months={months} />
      <ChartTools filter={filter} today={today} period={period} count={draws.length} />
      {draws.length > 0 ? (
        <div className="chart-days loadable-list" aria-busy={isLoading}>
          <ResultsChart days={days} today={today} caption={`${charts.heading}, ${period}`} />
        </div>
      ) : (
        <EmptyChart filter={filter} />
      )}
      <ChartLinks filter={filter} months={months} olderThan={olderThan} />
    </>
  );
}
