/** The corrections of a published result: when, the former digits struck through, and why. */
import type { Draw } from '../../contract/draws.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { correctionTextsOf } from './correction-texts.ts';
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
  const messages = useMessages();
  const corrections = correctionTextsOf(draw, messages);
  if (corrections.length === 0) return null;
  return (
    <ol className="grid gap-4">
      {corrections.map(({ at, title, former, reason }) => (
        <li key={at} className="grid gap-2 border-l-[3px] border-ember pl-3">
          <p className="font-semibold text-ember">
            <time dateTime={at}>{title}</time>
          </p>
          {former === null ? <p>{messages.draw.sameDigits}</p> : <FormerDigits digits={former} />}
          {reason !== null && <p className="wrap-anywhere">{reason}</p>}
        </li>
      ))}
    </ol>
  );
}
