/**
 * Dates in words, from the dictionary and not from `Intl`: the locale data of server and browser may differ, and then
 * hydration would fail.
 */
import {
  type Instant,
  type IstDate,
  type IstMonth,
  istDateOf,
  istTimeOf,
  weekdayOf,
} from '../../core/ist-time.ts';
import { timeLabel } from '../../core/slots.ts';
import type { Messages } from './en.ts';
import type { ResultMessages } from './en-results.ts';

/** `15 November 2026`. */
export function longDate(date: IstDate, messages: Messages): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return messages.longDate(day, messages.months[month - 1] ?? '', year);
}

/** `November 2026`. */
export function monthName(month: IstMonth, messages: ResultMessages): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return messages.monthAndYear(messages.months[number - 1] ?? '', year);
}

/** The date in IST of an ISO instant. */
export const dayOf = (instant: string): IstDate => istDateOf(Date.parse(instant));

export const weekday = (date: IstDate, messages: Messages): string =>
  messages.weekdays[weekdayOf(date)] ?? '';

/** The time in IST, with the date unless it is today: `12:15 PM`, or `14 November 2026, 12:15 PM`. */
export function momentLabel(at: Instant, today: IstDate, messages: Messages): string {
  const [date, time] = [istDateOf(at), timeLabel(istTimeOf(at))];
  return date === today ? time : `${longDate(date, messages)}, ${time}`;
}

/** The time in IST of an ISO instant: `12:15 PM`. */
export const clockTime = (instant: string): string => timeLabel(istTimeOf(Date.parse(instant)));
