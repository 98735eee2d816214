/** The months of the chart: from the first to the last with a result. */
import { addMonths } from '../../../core/ist-month.ts';
import type { IstMonth } from '../../../core/ist-time.ts';

export interface MonthRange {
  earliest: IstMonth;
  latest: IstMonth;
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
