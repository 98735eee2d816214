/** The charts: results by date. Only the newest day, or all of them filtered by month and search, in pages of whole days. */
import { Link, redirect } from 'react-router';
import { type IstDate, istDateOf, monthOf } from '../../../core/ist-time.ts';
import { readTypedDate } from '../../../core/typed-date.ts';
import { ACTION } from '../../components/control-classes.ts';
import { CsvButton } from '../../components/csv-button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintIcon } from '../../components/page-icons.tsx';
import { useIsListLoading } from '../../hooks/use-is-list-loading.ts';
import { longDate, monthName, weekday } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { languageOf, pathIn } from '../../i18n/language.ts';
import { useLiveDraws, useRefetchWhen } from '../../live/live-data-provider.tsx';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';
import { useToday } from '../../server-time/use-today.ts';
import { sharedFor } from '../caching.ts';
import { DayBeside } from '../day/day-beside.tsx';
import { DayField } from '../day/day-field.tsx';
import type { Route } from './+types/results.ts';
import { chartQuery, readChartFilter } from './chart-address.ts';
import { type ChartDay, chartDaysOf } from './chart-days.ts';
import { ChartFilters } from './chart-filters.tsx';
import { ChartLinks } from './chart-links.tsx';
import { EmptyChart } from './empty-chart.tsx';
import { loadChart } from './load-chart.ts';
import { ResultsChart } from './results-chart.tsx';
import { SlotTabs } from './slot-tabs.tsx';

export const headers = sharedFor(60);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname, searchParams } = url;
  const services = context.get(pageServices);
  const today = istDateOf(services.now());
  const day = readTypedDate(searchParams.get('day') ?? '', today);
  if (day) throw redirect(pathIn(languageOf(pathname), `/results/${day}`));
  const filter = readChartFilter(searchParams);
  // Each view has one address only, so that it is cached and indexed once.
  const query = chartQuery(filter);
  if (new URLSearchParams(query).toString() !== searchParams.toString()) throw redirect(pathname + query);
  const cursor = services.cursor();
  const { draws, scope, olderThan, csv } = await loadChart(services, filter, today);
  const month = monthOf(today);
  const newest = draws[0]?.date ?? today;
  return {
    ...livePage({ cursor, draws: { rows: draws, scope } }),
    filter,
    today,
    olderThan,
    csv,
    newest: { date: newest, ...(await services.daysBeside(newest)) },
    months: (await services.months()) ?? { earliest: month, latest: month },
  };
}

/** The first and the last date shown, in words; empty if there is none. */
const nameSpan = (days: readonly ChartDay[], messages: Messages): string =>
  [...new Set([days.at(-1), days[0]])]
    .flatMap((day) => (day ? [longDate(day.date, messages)] : []))
    .join(' – ');

interface ChartToolsProps {
  csv: Record<string, string>;
  period: string;
  count: number;
}

/** The period and number of results shown, with buttons for CSV and print. */
function ChartTools({ csv, period, count }: ChartToolsProps) {
  const { charts, productName } = useResultMessages();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="paper-only">{productName}</p>
      <p role="status" className="font-semibold">
        {period} <span className="font-medium text-ink-soft">· {charts.count(count)}</span>
      </p>
      {count > 0 && (
        <div className="screen-only flex gap-3">
          <CsvButton filters={csv} />
          <button type="button" onClick={() => print()} className={`${ACTION} script-only max-sm:hidden`}>
            <PrintIcon />
            {charts.print}
          </button>
        </div>
      )}
    </div>
  );
}

/** Says that the chart shows an earlier day while today has no results. */
function NoneYetToday({ shown }: { shown: IstDate }) {
  const messages = useResultMessages();
  return (
    <h2 className="mb-4 border-l-[3px] border-gold pl-4 text-xl">
      {messages.charts.noneYetToday(`${weekday(shown, messages)} ${longDate(shown, messages)}`)}
    </h2>
  );
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const messages = useResultMessages();
  const { charts } = messages;
  const pathTo = usePathIn();
  const { filter, today, months, olderThan, csv, newest } = loaderData;
  const isLoading = useIsListLoading();
  const loaded = chartDaysOf(useLiveDraws(loaderData));
  const isNewDay = useToday() > today;
  // Without filters the newest two days are loaded: the second is beside the first on a wide screen.
  const isDayMissing = !filter.all && olderThan !== null && loaded.length < 2;
  useRefetchWhen(isNewDay || isDayMissing);
  const days = filter.all ? loaded : loaded.slice(0, 1);
  const [first, second] = loaded;
  const beside = filter.all ? first : second;
  const isEarlierDay = !filter.all && first !== undefined && first.date !== today;
  const month = filter.month && monthName(filter.month, messages);
  const count = days.reduce((sum, { draws }) => sum + Object.keys(draws).length, 0);
  const period =
    month || nameSpan(days, messages) || (filter.all ? charts.allMonths : longDate(today, messages));
  return (
    <>
      <PageHead
        title={month ? charts.titleOf(month) : charts.title}
        description={charts.description}
        search={filter.month ? chartQuery({ ...filter, q: '', ends: null }) : ''}
        unlisted={filter.q !== '' || filter.ends !== null || filter.before !== null}
      />
      <h1 className="text-3xl sm:text-4xl">{charts.heading}</h1>
      <p className="mt-1 text-ink-soft">{charts.intro}</p>
      <p className="screen-only mb-3">
        <Link
          to={pathTo('/statistics')}
          className="inline-flex min-h-11 items-center text-maroon underline underline-offset-4"
        >
          {charts.statistics}
        </Link>
      </p>
      <SlotTabs />
      <div className={beside && 'with-day-beside'}>
        <div>
          <div className="flex flex-col-reverse justify-between gap-x-8 lg:flex-row">
            <ChartFilters asked={filter} months={months} />
            <DayField
              {...newest}
              // A result of a later day has arrived.
              {...(!filter.all && first && { date: first.date, earlier: second?.date ?? null })}
            />
          </div>
          {isEarlierDay && <NoneYetToday shown={first.date} />}
          <ChartTools
            csv={filter.all ? csv : { date: first?.date ?? today }}
            period={filter.ends ? `${messages.check.endingIn(filter.ends)}, ${period}` : period}
            count={count}
          />
          {first ? (
            <div className="chart-days loadable-list" aria-busy={isLoading}>
              <ResultsChart
                days={days}
                today={today}
                caption={`${charts.heading}, ${period}`}
                isSearch={filter.q !== '' || filter.ends !== null}
              />
            </div>
          ) : (
            <EmptyChart filter={filter} />
          )}
          {filter.all && <ChartLinks filter={filter} months={months} olderThan={olderThan} />}
        </div>
        {beside && <DayBeside date={beside.date} draws={Object.values(beside.draws)} />}
      </div>
    </>
  );
}
