/** The filter of the chart, and its address. */
import { type IstDate, type IstMonth, isIstDate, isIstMonth } from '../../../core/ist-time.ts';
import { readSearchText } from '../search-text.ts';

export interface ChartFilter {
  /** False: only today's results, and no other filter. */
  all: boolean;
  month: IstMonth | null;
  q: string;
  /** Only dates before this one: the next page. */
  before: IstDate | null;
}

export const TODAY_ONLY: ChartFilter = { all: false, month: null, q: '', before: null };
export const EVERYTHING: ChartFilter = { ...TODAY_ONLY, all: true };

const readIf = (value: string | null, isValid: (text: string) => boolean): string | null =>
  value !== null && isValid(value) ? value : null;

/** Invalid values are ignored. Without scripts the form sends its checkbox as `today`, which takes precedence. */
export function readChartFilter(params: URLSearchParams): ChartFilter {
  if (params.get('all') !== '1' || params.has('today')) return TODAY_ONLY;
  const month = readIf(params.get('month'), isIstMonth);
  return {
    all: true,
    month,
    q: readSearchText(params),
    before: month ? null : readIf(params.get('before'), isIstDate),
  };
}

/** The query of the filter's address, with its question mark; empty for today's results. */
export function chartQuery({ all, month, q, before }: ChartFilter): string {
  if (!all) return '';
  const params = new URLSearchParams({ all: '1' });
  if (month) params.set('month', month);
  if (q) params.set('q', q);
  if (before) params.set('before', before);
  return `?${params}`;
}

/** The parameters of the API for a CSV file of the same results. */
export const csvFilters = ({ all, month, q }: ChartFilter, today: IstDate): Record<string, string> => ({
  ...(!all && { date: today }),
  ...(month && { month }),
  ...(q && { q }),
});
