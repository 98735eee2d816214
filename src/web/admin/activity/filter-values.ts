/** The filters of the activity log as the address holds them; invalid values are ignored. */
import { ACTIVITY_TYPES, type ActivityType } from '../../../contract/activity.ts';
import { isIstDate } from '../../../core/ist-time.ts';
import type { Filters } from '../lists/use-filters.ts';

const FILTERS = ['q', 'type', 'user', 'from', 'to'] as const;

export type ActivityFilterValues = Readonly<Record<(typeof FILTERS)[number], string>>;

export const readFilterValues = ({ of }: Pick<Filters, 'of'>): ActivityFilterValues => ({
  q: of('q'),
  type: ACTIVITY_TYPES.includes(of('type') as ActivityType) ? of('type') : '',
  user: of('user'),
  from: isIstDate(of('from')) ? of('from') : '',
  to: isIstDate(of('to')) ? of('to') : '',
});

export const isFiltered = (filterValues: ActivityFilterValues): boolean =>
  FILTERS.some((name) => filterValues[name] !== '');
