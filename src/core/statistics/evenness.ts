/** How evenly digits came, as a grade for which the page has words. */

export type Evenness = 'tooFew' | 'tooEven' | 'asChance' | 'slightlyUneven' | 'uneven' | 'veryUneven';

/** The usual rule for the test: each of the ten digits is expected five times or more. */
export const MIN_DRAWS = 50;

/** `p` is how often equal chances alone make counts at least as uneven. */
export function evennessOf(draws: number, p: number): Evenness {
  if (draws < MIN_DRAWS) return 'tooFew';
  if (p > 0.999) return 'tooEven';
  if (p >= 0.05) return 'asChance';
  if (p >= 0.01) return 'slightlyUneven';
  return p >= 0.001 ? 'uneven' : 'veryUneven';
}
