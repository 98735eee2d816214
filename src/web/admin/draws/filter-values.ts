/** The filters of the draws screen as the address holds them; invalid values are ignored. */
import { isIstDate, isIstMonth } from '../../../core/ist-time.ts';
import { isSlot } from '../../../core/slots.ts';
import type { Filters } from '../lists/use-filters.ts';

const FILTER_NAMES = ['date', 'month', 'slot', 'status', 'q'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export type DrawFilterValues = Partial<Record<FilterName, string>>;

const IS_POSSIBLE: Record<FilterName, (value: string) => boolean> = {
  date: isIstDate,
  month: isIstMonth,
  slot: isSlot,
  status: (value) => value === 'draft' || value === 'published',
  q: (value) => value.trim() !== '',
};

export const readFilterValues = ({ of }: Pick<Filters, 'of'>): DrawFilterValues =>
  Object.fromEntries(FILTER_NAMES.flatMap((name) => (IS_POSSIBLE[name](of(name)) ? [[name, of(name)]] : [])));

/** A day and a month exclude each other. */
const EXCLUDED: Partial<Record<FilterName, FilterName>> = { date: 'month', month: 'date' };

/** What changes in the address when a filter is chosen; an empty value removes a filter. */
export function changesFor(name: FilterName, value: string): Record<string, string> {
  const excluded = EXCLUDED[name];
  return { [name]: value, ...(excluded && { [excluded]: '' }) };
}
