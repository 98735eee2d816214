/** What the page and the sheet of a day say about the corrections of a result. */
import type { Draw } from '../../contract/draws.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { clockTime, dayOf, longDate } from '../i18n/dates.ts';
import type { Messages } from '../i18n/en.ts';

export interface CorrectionTexts {
  at: string;
  title: string;
  /** The former digits; null if only the draw number, date or time was corrected. */
  former: string | null;
  reason: string | null;
}

/** Newest first. */
export const correctionTextsOf = (draw: Draw, messages: Messages): CorrectionTexts[] => {
  const { date, corrections = [] } = draw;
  return corrections.toReversed().map(({ at, digits, reason }, index) => {
    const corrected = index === 0 ? digitsTextOf(draw) : corrections.at(-index)?.digits;
    const day = dayOf(at);
    const time = day === date ? clockTime(at) : `${clockTime(at)}, ${longDate(day, messages)}`;
    return {
      at,
      title: messages.draw.correctedAt(time),
      former: digits === corrected ? null : digits,
      reason: reason === null ? null : messages.draw.reason(reason),
    };
  });
};
