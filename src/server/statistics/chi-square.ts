/** The chi-square distribution. */
import { jStat } from 'jstat';

/** How often a chi-square with these degrees of freedom is at least `value`. */
export const chiSquareTail = (value: number, degrees: number): number =>
  // Rounding can leave the difference slightly outside of the range.
  Math.min(1, Math.max(0, 1 - jStat.chisquare.cdf(value, degrees)));
