/** The last day before today that has results, until today has one. */
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';

/** In slot order; empty if today has a result. `draws`: newest day first. */
export function lastDayBefore(today: IstDate, draws: readonly Draw[]): Draw[] {
  if (draws.some(({ date }) => date === today)) return [];
  const earlier = draws.filter(({ date }) => date < today);
  const [last] = earlier
    .map(({ date }) => date)
    .sort()
    .slice(-1);
  return earlier.filter(({ date }) => date === last).toSorted((a, b) => a.slot.localeCompare(b.slot));
}
