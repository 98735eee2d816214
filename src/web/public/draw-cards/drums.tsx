/** Five drums that roll and stop from left to right. Only transforms are animated, which is fast on phones. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { RollPlan } from '../../../core/card-state.ts';
import { DIGIT_ROW, DIGIT_TILE } from '../../components/digit-tiles.tsx';
import { Emblem } from '../../components/emblem.tsx';
import { useMessages } from '../../i18n/i18n.tsx';

/** From top to bottom: the digit that an overshooting drum shows, the result's digit, those that roll by before. */
function facesOf(digit: string, ticks: number): string[] {
  const randomDigit = () => String(Math.floor(Math.random() * 10));
  return [randomDigit(), digit, ...Array.from({ length: ticks - 1 }, randomDigit)];
}

/** How far a drum rolls past its digit before it falls back, in faces. */
const OVERSHOOT = 0.16;
/** How many faces at the end roll more slowly. */
const SLOWING_FACES = 3;

/** From the wheel at the bottom to the result's digit, which is the second face: one face per tick. */
function rollOf(ticks: number): Keyframe[] {
  const shown = (face: number) => `translateY(${(-100 * face) / (ticks + 2)}%)`;
  return [
    { transform: shown(ticks + 1), easing: 'linear' },
    {
      transform: shown(1 + SLOWING_FACES),
      offset: (ticks - SLOWING_FACES) / ticks,
      easing: 'cubic-bezier(0.33, 0.6, 0.45, 1)',
    },
    { transform: shown(1 - OVERSHOOT), offset: 1 - 0.6 / ticks, easing: 'ease-in-out' },
    { transform: shown(1) },
  ];
}

function Drum({ digit, stop, tick }: { digit: string; stop: number; tick: number }) {
  const strip = useRef<HTMLSpanElement>(null);
  const ticks = stop / tick;
  const [faces] = useState(() => facesOf(digit, ticks));
  const [hasStopped, setStopped] = useState(false);

  useLayoutEffect(() => {
    const roll = strip.current?.animate(rollOf(ticks), { duration: stop, fill: 'forwards' });
    if (roll) {
      // Now, not with the first frame: on a slow device the drums would stop after their sound.
      roll.startTime = document.timeline.currentTime;
      roll.onfinish = () => setStopped(true);
    }
    return () => roll?.cancel();
  }, [ticks, stop]);

  return (
    <span
      data-stopped={hasStopped || undefined}
      className={`${DIGIT_TILE} drum border-gold/60 data-stopped:border-gold`}
    >
      <span ref={strip} className="drum-strip">
        {faces.map((face, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the faces of a drum never change order.
          <span key={index}>{face}</span>
        ))}
        <span>
          <Emblem className="w-3/5 text-gold" />
        </span>
      </span>
    </span>
  );
}

export function Drums({ digits, plan }: { digits: string; plan: RollPlan }) {
  const { revealing } = useMessages().draw;
  return (
    <div role="img" aria-label={revealing} className={DIGIT_ROW}>
      {plan.stops.map((stop, place) => (
        <Drum key={stop} digit={digits.charAt(place)} stop={stop} tick={plan.tick} />
      ))}
    </div>
  );
}
