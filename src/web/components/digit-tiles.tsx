/** The five tiles of a result: wheels until it is published, then the digits. */
import type { Draw } from '../../contract/draws.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { Emblem } from './emblem.tsx';

const PLACES = [1, 2, 3, 4, 5] as const;

export const DIGIT_ROW = 'grid grid-cols-5 gap-2 @md:gap-3';

export const DIGIT_TILE = 'digit-tile';

const TILE_IN = {
  waiting: 'border-thread',
  live: 'border-gold/60 shimmer',
  published: 'border-gold',
  /** The drums have just stopped: one shimmer. */
  landed: 'border-gold shimmer-once',
};

export type TilesState = keyof typeof TILE_IN;

export function DigitTiles({ state, draw }: { state: TilesState; draw: Draw | null }) {
  const messages = useMessages();
  const digits = draw && PLACES.map((place) => draw[`digit${place}`]);
  return (
    <div
      role="img"
      aria-label={digits ? messages.draw.digits(digits.join(' ')) : messages.draw.notYet}
      className={DIGIT_ROW}
    >
      {PLACES.map((place, index) => (
        <span key={place} className={`${DIGIT_TILE} ${TILE_IN[state]}`}>
          {digits ? digits[index] : <Emblem className="w-3/5 text-gold turn-slowly" />}
        </span>
      ))}
    </div>
  );
}
