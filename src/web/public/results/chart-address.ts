/** The filter of the chart, and its address. */
import { type IstDate, type IstMonth, isIstDate, isIstMonth } from '../../../core/ist-time.ts';
import { readSearchText } from '../search-text.ts';

export interface ChartFilter {
  /** False: only today's results, and no other filter. */
  all: boolean;
  month: IstMonth | null;
  q: string;
  /** Only results that end in these digits. */
  ends: string | null;
  /** Only dates before this one: the next page. */
  before: IstDate | null;
}

export const TODAY_ONLY: ChartFilter = { all: false, month: null, q: '', ends: null, before: null };
export const EVERYTHING: ChartFilter = { ...TODAY_ONLY, all: true };

const readIf = (value: string | null, isValid: (text: string) => boolean): string | null =>
  value !== null && isValid(value) ? value : null;

const isEnding = (text: string): boolean => /^[0-9]{1,5}$/.test(text);

/** Invalid values are ignored. Without scripts the form sends its checkbox as `today`, which takes precedence. */
export function readChartFilter(params: URLSearchParams): ChartFilter {
  if (params.get('all') !== '1' || params.has('today')) return TODAY_ONLY;
  const month = readIf(params.get('month'), isIstMonth);
  const q = readSearchText(params);
  return {
    all: true,
    month,
    q,
    // A search replaces it.
    ends: q ? null : readIf(params.get('ends'), isEnding),
    before: month ? null : readIf(params.get('before'), isIstDate),
  };
}

/** The query of the filter's address, with its question mark; empty for today's results. */
export function chartQuery({ all, month, q, ends, before }: ChartFilter): string {
  if (!all) return '';
  const params = new URLSearchParams({ all: '1' });
  if (month) params.set('month', month);
  if (q) params.set('q', q);
  if (ends) params.set('ends', ends);
  if (before) params.set('before', before);
  return `?${params}`;
}
