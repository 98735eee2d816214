/** The months of the chart: from the first to the last with a result. */
import type { IstMonth } from '../../../core/ist-time.ts';

export interface MonthRange {
  earliest: IstMonth;
  latest: IstMonth;
}

function monthsSinceYearZero(month: IstMonth): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1;
}

const monthAt = (number: number): IstMonth =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

export const addMonths = (month: IstMonth, months: number): IstMonth =>
  monthAt(monthsSinceYearZero(month) + months);

/** Newest first. */
export function monthsIn({ earliest, latest }: MonthRange): IstMonth[] {
  const [first, last] = [monthsSinceYearZero(earliest), monthsSinceYearZero(latest)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => monthAt(last - index));
}

/** The months before and after the given one that have results. */
export function monthsBeside(month: IstMonth, range: MonthRange) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return {
    earlier: before < range.earliest ? null : before > range.latest ? range.latest : before,
    later: after > range.latest ? null : after < range.earliest ? range.earliest : after,
  };
}
