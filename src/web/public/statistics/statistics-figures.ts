/** Figures in words: averages, p and the span of dates. */
import type { IstDate } from '../../../core/ist-time.ts';
import { longDate } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';

/** With a decimal only where it matters. */
export function averageText(average: number): string {
  if (average >= 100) return String(Math.round(average));
  return average > 0 && average < 0.1 ? '< 0.1' : average.toFixed(1);
}

/** `= 0.63`, `= 0.004` or `< 0.001`, to be put after the letter, without a line break. */
export function pText(p: number): string {
  if (p < 0.001) return '<\u00a00.001';
  if (p > 0.999) return '>\u00a00.999';
  return `=\u00a0${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** One date or two; empty if there is none. */
export const datesText = (from: IstDate | null, to: IstDate | null, messages: Messages): string =>
  [...new Set([from, to])].flatMap((date) => (date ? [longDate(date, messages)] : [])).join(' – ');
