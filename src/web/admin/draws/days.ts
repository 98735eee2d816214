/** Groups draws by day. */
import type { AdminDraw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';

export interface Day {
  date: IstDate;
  draws: AdminDraw[];
}

/** Newest day first; within a day by time slot. */
export function groupByDay(draws: readonly AdminDraw[]): Day[] {
  const days = Map.groupBy(draws, ({ date }) => date);
  return [...days]
    .map(([date, ofDay]) => ({ date, draws: ofDay.toSorted((a, b) => a.slot.localeCompare(b.slot)) }))
    .sort((a, b) => b.date.localeCompare(a.date));
}

/** Adds today where it has no draw, so that this is shown. */
export const withToday = (days: readonly Day[], today: IstDate): Day[] =>
  days.some(({ date }) => date === today)
    ? [...days]
    : [...days, { date: today, draws: [] }].sort((a, b) => b.date.localeCompare(a.date));
