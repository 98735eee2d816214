/** The first and the last date of a list in words. */
import type { IstDate } from '../../core/ist-time.ts';
import { longDate } from './dates.ts';
import type { Messages } from './en.ts';

/** One date or two; empty if there is none. */
export const datesText = (from: IstDate | null, to: IstDate | null, messages: Messages): string =>
  [...new Set([from, to])].flatMap((date) => (date ? [longDate(date, messages)] : [])).join(' – ');
