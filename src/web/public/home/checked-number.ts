/** "Check a number": what was found for a number, and how it changes. */
import type { Checked } from '../../../contract/check-number.ts';
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { compareDraws } from '../../../core/draw-order.ts';
import type { NumberToCheck } from '../../../core/number-to-check.ts';
import { MAX_FOUND } from '../../../core/number-to-check.ts';
import type { LiveChange } from '../../live/feed-cursor.ts';
import { fetchedDrawsAfter } from '../../live/live-lists.ts';

/** What was found for the text that was asked. */
export interface CheckedText extends Checked {
  asked: string;
}

function isAskedFor(number: NumberToCheck, draw: Draw): boolean {
  if (number.kind === 'drawNo') return draw.drawNo === number.drawNo;
  return number.kind === 'date' ? draw.date === number.date : digitsTextOf(draw).endsWith(number.ending);
}

/** What was found, with every later change applied: draws corrected, withdrawn or published. */
export function checkedAfter(
  cursor: string,
  found: CheckedText,
  changes: readonly LiveChange[],
): CheckedText {
  const { number, count } = found;
  if (!number) return found;
  const oldest = found.draws.at(-1);
  // If there are more, draws older than the last one shown are left out.
  const isInReach = (draw: Draw) =>
    count === found.draws.length || !oldest || compareDraws(draw, oldest) <= 0;
  const draws = fetchedDrawsAfter(
    { cursor, draws: found.draws },
    changes,
    (draw) => isAskedFor(number, draw) && isInReach(draw),
  );
  return {
    ...found,
    draws: draws.slice(0, MAX_FOUND),
    count: count + draws.length - found.draws.length,
  };
}
