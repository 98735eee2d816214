/** The months of the chart: from the first to the last with a result. */
import type { IstMonth } from '../../../core/ist-time.ts';

export interface MonthRange {
  earliest: IstMonth;
  latest: IstMonth;
}

export function addMonths(month: IstMonth, months: number): IstMonth {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Newest first. */
export function monthsIn({ earliest, latest }: MonthRange): IstMonth[] {
  const months: IstMonth[] = [];
  for (let month = latest; month >= earliest; month = addMonths(month, -1)) months.push(month);
  return months;
}

/** The months before and after the given one that have results. */
export function monthsBeside(month: IstMonth, range: MonthRange) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return {
    earlier: before < range.earliest ? null : before > range.latest ? range.latest : before,
    later: after > range.latest ? null : after < range.earliest ? range.earliest : after,
  };
}
