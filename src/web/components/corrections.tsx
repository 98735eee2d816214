/** The corrections of a published result: when, the former digits struck through, and why. */
import type { Draw } from '../../contract/draws.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { clockTime, dayOf, longDate } from '../i18n/dates.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { DIGIT_ROW, DIGIT_TILE } from './digit-tiles.tsx';

function FormerDigits({ digits }: { digits: string }) {
  const { draw } = useMessages();
  const each = [...digits];
  return (
    <del className="block no-underline">
      <span className="sr-only">{draw.former(each.join(' '))}</span>
      <span aria-hidden="true" className={DIGIT_ROW}>
        {each.map((digit, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the places of a result never change order.
            key={place}
            className={`${DIGIT_TILE} border-thread text-ink-soft line-through decoration-ember decoration-3`}
          >
            {digit}
          </span>
        ))}
      </span>
    </del>
  );
}

/** Newest first. Its container must be a CSS container (`@container`), which sets the size of the digits. */
export function Corrections({ draw }: { draw: Draw }) {
  const { date, corrections = [] } = draw;
  const messages = useMessages();
  if (corrections.length === 0) return null;
  return (
    <ol className="grid gap-4">
      {corrections.toReversed().map(({ at, digits, reason }, index) => {
        const corrected = index === 0 ? digitsTextOf(draw) : corrections.at(-index)?.digits;
        const day = dayOf(at);
        const time = day === date ? clockTime(at) : `${clockTime(at)}, ${longDate(day, messages)}`;
        return (
          <li key={at} className="grid gap-2 border-l-[3px] border-ember pl-3">
            <p className="font-semibold text-ember">
              <time dateTime={at}>{messages.draw.correctedAt(time)}</time>
            </p>
            {digits === corrected ? <p>{messages.draw.sameDigits}</p> : <FormerDigits digits={digits} />}
            {reason !== null && <p className="wrap-anywhere">{messages.draw.reason(reason)}</p>}
          </li>
        );
      })}
    </ol>
  );
}
