/** Calculates with calendar months. A file of its own, because the home page does without it. */
import type { IstMonth } from './ist-time.ts';

export function addMonths(month: IstMonth, months: number): IstMonth {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
