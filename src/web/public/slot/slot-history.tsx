/** The results of one draw time, newest first: a table on wide screens, cards on a phone. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { digitsOf } from '../../../core/digits.ts';
import { type IstDate, isIstDate } from '../../../core/ist-time.ts';
import { type Slot, slotLabel, slotToPath } from '../../../core/slots.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { ChartCell, ChartRow, ChartTable } from '../../components/chart-table.tsx';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { CsvButton } from '../../components/csv-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { useLiveDraws } from '../../live/live-data-provider.tsx';
import { type LivePage, livePage } from '../../live/live-lists.ts';
import type { PageServices } from '../../page-services.ts';
import { useToday } from '../../server-time/use-today.ts';
import { DateHeading } from '../results/results-chart.tsx';
import { SlotTabs } from '../results/slot-tabs.tsx';

const DRAWS_ON_A_PAGE = 31;

export async function loadSlotHistory(services: PageServices, slot: Slot, searchParams: URLSearchParams) {
  const asked = searchParams.get('before');
  const before = asked !== null && isIstDate(asked) ? asked : null;
  const cursor = services.cursor();
  const { draws, olderThan } = await services.days({
    limit: DRAWS_ON_A_PAGE,
    slot,
    ...(before && { before }),
  });
  return {
    ...livePage({ cursor, draws: { rows: draws, scope: { slot, before, from: olderThan } } }),
    slot,
    before,
    olderThan,
    // Only the first page shows it.
    total: before || !olderThan ? draws.length : await services.countOfSlot(slot),
  };
}

interface SlotHistoryData extends LivePage<{ cursor: string; draws: { rows: Draw[]; scope: object } }> {
  slot: Slot;
  before: IstDate | null;
  olderThan: IstDate | null;
  total: number;
}

function HistoryTable({ draws, slot }: { draws: readonly Draw[]; slot: Slot }) {
  const { charts, slotHistory, draw: texts } = useResultMessages();
  const pathTo = usePathIn();
  const today = useToday();
  return (
    <div className="chart-history">
      <ChartTable
        caption={slotHistory.heading(slotLabel(slot))}
        headings={[charts.date, slotHistory.drawNo, ...slotHistory.digits]}
      >
        {draws.map((draw) => (
          <ChartRow key={draw.id} isToday={draw.date === today}>
            <DateHeading date={draw.date} today={today} />
            <ChartCell>
              <Link
                to={pathTo(`/draws/${draw.drawNo}`)}
                className="inline-flex min-h-11 items-center gap-2 tabular-nums underline underline-offset-4 hover:text-maroon"
              >
                {draw.drawNo}
              </Link>
              {draw.corrections && (
                <span className="ml-2 text-sm font-semibold text-ember">{texts.labels.corrected}</span>
              )}
            </ChartCell>
            {digitsOf(draw).map((digit, place) => (
              <ChartCell key={slotHistory.digits[place]}>
                <span className="chart-digit">{digit}</span>
              </ChartCell>
            ))}
          </ChartRow>
        ))}
      </ChartTable>
    </div>
  );
}

export function SlotHistory({ loaded }: { loaded: SlotHistoryData }) {
  const { slot, before, olderThan, total } = loaded;
  const { charts, check, nav, slotHistory } = useResultMessages();
  const pathTo = usePathIn();
  const label = slotLabel(slot);
  const path = `/results/${slotToPath(slot)}`;
  const draws = useLiveDraws(loaded);
  return (
    <>
      <PageHead
        title={slotHistory.title(label)}
        description={slotHistory.description(label)}
        unlisted={before !== null}
      />
      <Breadcrumbs
        steps={[
          { path: '/results', label: nav.charts },
          { path, label },
        ]}
      />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl sm:text-4xl">{slotHistory.heading(label)}</h1>
        {draws.length > 0 && <CsvButton filters={{ slot }} />}
      </div>
      <SlotTabs />
      {!before && olderThan && (
        <p role="status" className="mb-4 font-semibold">
          {check.newestOf(draws.length, total + draws.length - loaded.live.draws.rows.length)}
        </p>
      )}
      {draws.length > 0 ? (
        <HistoryTable draws={draws} slot={slot} />
      ) : (
        <EmptyState title={charts.noneAvailable} text={charts.noneAvailableText}>
          <Link to={pathTo('/')} className={MAIN_ACTION}>
            {charts.seeNextDraw}
          </Link>
        </EmptyState>
      )}
      <nav aria-label={charts.more} className="screen-only mt-6 flex flex-wrap justify-between gap-3">
        {before && (
          <Link to={pathTo(path)} className={ACTION}>
            <span aria-hidden="true">←</span> {charts.newest}
          </Link>
        )}
        {olderThan && (
          <Link to={`${pathTo(path)}?before=${olderThan}`} className={`${ACTION} ml-auto`}>
            {charts.older} <span aria-hidden="true">→</span>
          </Link>
        )}
      </nav>
    </>
  );
}
