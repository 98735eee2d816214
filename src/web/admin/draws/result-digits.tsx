/** The five digits of a result, small enough for lists. */
import type { Digits } from '../../../core/digits.ts';

interface ResultDigitsProps {
  digits: Digits | string;
  /** Marks the digits that differ from these. */
  former?: Digits | string;
}

export function ResultDigits({ digits, former }: ResultDigitsProps) {
  const tiles = [...digits].map((digit, place) => ({
    place,
    digit,
    isNew: former !== undefined && former[place] !== digit,
  }));
  return (
    <span role="img" aria-label={[...digits].join(' ')} className="inline-flex gap-1">
      {tiles.map(({ place, digit, isNew }) => (
        <span
          key={place}
          className={`grid h-11 w-9 place-items-center rounded-control border-2 bg-ground text-2xl leading-none font-bold tabular-nums ${isNew ? 'border-ember text-ember' : 'border-thread'}`}
        >
          {digit}
        </span>
      ))}
    </span>
  );
}
