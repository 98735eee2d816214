/** The rows of the chart: draws by date and slot, and which of the draws at hand belong on the page. */
import type { Draw } from '../../../contract/draws.ts';
import { type IstDate, monthOf } from '../../../core/ist-time.ts';
import { drawMatches } from '../../../core/search.ts';
import type { Slot } from '../../../core/slots.ts';
import { digitsOf } from '../../components/draw-digits.ts';
import type { ChartFilter } from './chart-address.ts';

export interface ChartDay {
  date: IstDate;
  draws: Partial<Record<Slot, Draw>>;
}

/** One row for each date, in the order in which the draws come. */
export function groupByDay(draws: readonly Draw[]): ChartDay[] {
  const days = new Map<IstDate, ChartDay>();
  for (const draw of draws) {
    const day = days.get(draw.date) ?? { date: draw.date, draws: {} };
    day.draws[draw.slot] = draw;
    days.set(draw.date, day);
  }
  return [...days.values()];
}

export interface ChartPage {
  filter: ChartFilter;
  today: IstDate;
  /** The last date of the page where more follow; those are not for this page. */
  olderThan: IstDate | null;
}

/** A draw that comes in live is shown only where the server would have shown it. */
export function belongsOnPage(draw: Draw, { filter, today, olderThan }: ChartPage): boolean {
  if (!filter.all) return draw.date === today;
  return (
    (filter.month === null || monthOf(draw.date) === filter.month) &&
    (filter.before === null || draw.date < filter.before) &&
    (olderThan === null || draw.date >= olderThan) &&
    (filter.q === '' || drawMatches({ drawNo: draw.drawNo, digits: digitsOf(draw) }, filter.q))
  );
}
