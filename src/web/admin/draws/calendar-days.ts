/** The days of a month, and the months beside it. */
import { addDays, type IstDate, type IstMonth, monthOf } from '../../../core/ist-time.ts';

export function daysOfMonth(month: IstMonth): IstDate[] {
  const days: IstDate[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

export const neighbourMonth = (month: IstMonth, step: 1 | -1): IstMonth =>
  monthOf(addDays(`${month}-01`, step === 1 ? 31 : -1));
