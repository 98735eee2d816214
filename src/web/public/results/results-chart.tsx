/** The chart: a row for each date, a column for each draw time. On a phone each row is a card. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { SLOTS, type Slot, slotLabel } from '../../../core/slots.ts';
import { ChartCell, ChartRow, ChartTable, RowHeading } from '../../components/chart-table.tsx';
import { Emblem } from '../../components/emblem.tsx';
import { SpokenDigits } from '../../components/spoken-digits.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { useNoResultText } from '../day/use-no-result-text.ts';
import type { ChartDay } from './chart-days.ts';

function NoResult({ date, slot }: { date: IstDate; slot: Slot }) {
  const { text, isAwaited, isDelayed } = useNoResultText(date, slot);
  if (isDelayed) return <span className="chart-none text-sm font-semibold text-gold-ink">{text}</span>;
  return (
    <span className="chart-none">
      {isAwaited ? <Emblem className="turn-slowly" /> : <span aria-hidden="true">–</span>}
      <span className="sr-only">{text}</span>
    </span>
  );
}

interface CellProps {
  date: IstDate;
  slot: Slot;
  draw: Draw | undefined;
  isSearch: boolean;
}

function Cell({ date, slot, draw, isSearch }: CellProps) {
  const { draw: texts } = useResultMessages();
  const pathTo = usePathIn();
  return (
    <ChartCell>
      <span className="chart-slot">{slotLabel(slot)}</span>
      {draw ? (
        <Link to={pathTo(`/draws/${draw.drawNo}`)} className="chart-result">
          <span className="chart-number">{draw.drawNo}</span> <SpokenDigits draw={draw} />
          {draw.corrections && (
            <span className="text-xs font-semibold text-ember">{texts.labels.corrected}</span>
          )}
        </Link>
      ) : (
        // A search leaves out results that do not match.
        !isSearch && <NoResult date={date} slot={slot} />
      )}
    </ChartCell>
  );
}

export function DateHeading({ date, today }: { date: IstDate; today: IstDate }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  return (
    <RowHeading>
      <Link to={pathTo(`/results/${date}`)} className="chart-date">
        <time dateTime={date}>{longDate(date, messages)}</time>{' '}
        <span className="chart-weekday">{weekday(date, messages)}</span>
      </Link>
      {date === today && <span className="chart-today">{messages.charts.today}</span>}
    </RowHeading>
  );
}

export interface ResultsChartProps {
  days: readonly ChartDay[];
  today: IstDate;
  caption: string;
  /** Whether only results that match a search are shown. */
  isSearch: boolean;
}

export function ResultsChart({ days, today, caption, isSearch }: ResultsChartProps) {
  const { charts } = useResultMessages();
  return (
    <ChartTable caption={caption} headings={[charts.date, ...SLOTS.map(slotLabel)]}>
      {days.map(({ date, draws }) => (
        <ChartRow key={date} isToday={date === today}>
          <DateHeading date={date} today={today} />
          {SLOTS.map((slot) => (
            <Cell key={slot} date={date} slot={slot} draw={draws[slot]} isSearch={isSearch} />
          ))}
        </ChartRow>
      ))}
    </ChartTable>
  );
}
