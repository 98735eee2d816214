/** The SVG path of the visitors of the last day: one vertical line for each count, none where there is no count. */
import { DAY, type Instant } from '../../../core/ist-time.ts';

export const PLOT = { width: 288, height: 64 } as const;

export interface Count {
  at: Instant;
  visitors: number;
}

export const mostVisitors = (counts: readonly Count[]): number =>
  Math.max(0, ...counts.map(({ visitors }) => visitors));

/** Covers the 24 hours before `now`; a count of 0 is a dot on the base line. */
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
