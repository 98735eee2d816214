/** The filters of the draws screen, kept in the address so that a reload, the back button and a shared link keep them. */
import { isIstDate, isIstMonth } from '../../../core/ist-time.ts';
import { isSlot } from '../../../core/slots.ts';

const FILTER_NAMES = ['date', 'month', 'slot', 'status', 'q'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export type Filters = Partial<Record<FilterName, string>>;

const IS_POSSIBLE: Record<FilterName, (value: string) => boolean> = {
  date: isIstDate,
  month: isIstMonth,
  slot: isSlot,
  status: (value) => value === 'draft' || value === 'published',
  q: (value) => value.trim() !== '',
};

export const readFilters = (search: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = search.get(name);
      return value !== null && IS_POSSIBLE[name](value) ? [[name, value]] : [];
    }),
  );

/** A day and a month exclude each other. */
const EXCLUDED: Filters = { date: 'month', month: 'date' };

/** An empty value removes the filter. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const kept = Object.entries(filters).filter(([other]) => other !== name && other !== EXCLUDED[name]);
  return Object.fromEntries(value ? [...kept, [name, value]] : kept);
}

export function csvPath(filters: Filters): string {
  const query = new URLSearchParams(filters).toString();
  return `/api/admin/draws.csv${query && `?${query}`}`;
}
