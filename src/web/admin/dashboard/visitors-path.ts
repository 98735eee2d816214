/** The plot of the visitors of the last day: one upright line for each count, and a gap where nobody counted. */
import { DAY, type Instant } from '../../../core/ist-time.ts';

export const PLOT = { width: 288, height: 64 } as const;

export interface Count {
  at: Instant;
  visitors: number;
}

export const mostVisitors = (counts: readonly Count[]): number =>
  Math.max(0, ...counts.map(({ visitors }) => visitors));

/** Drawn for the day that ends now; a count of none is still a dot on the ground line. */
export function visitorsPath(counts: readonly Count[], now: Instant): string {
  const most = Math.max(1, mostVisitors(counts));
  return counts
    .filter(({ at }) => at > now - DAY && at <= now)
    .map(({ at, visitors }) => {
      const x = ((at - (now - DAY)) / DAY) * PLOT.width;
      const y = PLOT.height - 1 - (visitors / most) * (PLOT.height - 2);
      return `M${x.toFixed(1)} ${PLOT.height}V${y.toFixed(1)}`;
    })
    .join('');
}
