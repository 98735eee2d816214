/** The rows of the chart: draws by date and slot. */
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import type { Slot } from '../../../core/slots.ts';

export interface ChartDay {
  date: IstDate;
  draws: Partial<Record<Slot, Draw>>;
}

/** One row for each date, in the order of the draws. */
export function chartDaysOf(draws: readonly Draw[]): ChartDay[] {
  const days = new Map<IstDate, ChartDay>();
  for (const draw of draws) {
    const day = days.get(draw.date) ?? { date: draw.date, draws: {} };
    day.draws[draw.slot] = draw;
    days.set(draw.date, day);
  }
  return [...days.values()];
}
