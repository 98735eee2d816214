/** "Check a number": what was found for a number, and how it changes. */
import type { Draw } from '../../../contract/draws.ts';
import { compareDraws } from '../../../core/live.ts';
import type { NumberToCheck } from '../../../core/number-to-check.ts';
import { resultOf } from '../../components/draw-digits.ts';
import type { LiveChange } from '../../live/feed-cursor.ts';
import { drawsAfter } from '../../live/live-lists.ts';

/** Older ones are in the charts. */
export const MOST_FOUND = 12;

export interface Checked {
  asked: string;
  /** Null if what was typed is no number to check. */
  number: NumberToCheck | null;
  draws: Draw[];
  /** How many there are, including those that are not shown. */
  count: number;
}

function isAskedFor(number: NumberToCheck, draw: Draw): boolean {
  if (number.kind === 'drawNo') return draw.drawNo === number.drawNo;
  return number.kind === 'date' ? draw.date === number.date : resultOf(draw).endsWith(number.ending);
}

/** What was found, with every later change applied: draws corrected, withdrawn or published. */
export function checkedAfter(cursor: string, found: Checked, changes: readonly LiveChange[]): Checked {
  const { number, count } = found;
  if (!number) return found;
  const oldest = found.draws.at(-1);
  // If there are more, draws older than the last one shown are left out.
  const isInReach = (draw: Draw) =>
    count === found.draws.length || !oldest || compareDraws(draw, oldest) <= 0;
  const draws = drawsAfter(
    { cursor, draws: found.draws },
    changes,
    (draw) => isAskedFor(number, draw) && isInReach(draw),
  );
  return {
    ...found,
    draws: draws.slice(0, MOST_FOUND),
    count: count + draws.length - found.draws.length,
  };
}
