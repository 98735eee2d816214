/** Loads the chart on the server: the days of a filter, or the newest two days for today's results. */

import type { DrawScope } from '../../../core/draw-scope.ts';
import { addDays, type IstDate } from '../../../core/ist-time.ts';
import { readTypedDate } from '../../../core/typed-date.ts';
import type { PageServices } from '../../page-services.ts';
import type { ChartFilter } from './chart-address.ts';

const DAYS_ON_A_PAGE = 31;

/** Parameters of the API. */
type ChartConditions = Partial<Record<'date' | 'month' | 'find' | 'endsWith', string>>;

/** The results that the filter selects, in terms of the API. A date that was searched for replaces the month. */
export function chartConditions({ month, q, ends }: ChartFilter, today: IstDate): ChartConditions {
  const date = q ? readTypedDate(q, today) : null;
  if (date) return { date };
  return { ...(month && { month }), ...(q && { find: q }), ...(ends && { endsWith: ends }) };
}

/** Today, or the last day that has results, and the day before it. */
async function loadNewestDays(services: PageServices, today: IstDate) {
  const before = addDays(today, 1);
  const { draws, olderThan } = await services.days({ limit: 2, before });
  return { draws, olderThan, scope: { before, from: olderThan }, csv: {} };
}

async function loadPage(services: PageServices, filter: ChartFilter, today: IstDate) {
  const { before } = filter;
  const csv = chartConditions(filter, today);
  const { draws, olderThan } = await services.days({
    limit: DAYS_ON_A_PAGE,
    ...csv,
    ...(before && { before }),
  });
  const { find, ...others } = csv;
  const scope: DrawScope = { ...others, ...(find && { q: find }), before, from: olderThan };
  return { draws, olderThan, scope, csv };
}

export const loadChart = (services: PageServices, filter: ChartFilter, today: IstDate) =>
  filter.all ? loadPage(services, filter, today) : loadNewestDays(services, today);
