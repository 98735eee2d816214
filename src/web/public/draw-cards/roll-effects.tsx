/** What belongs to a roll besides its drums: the sound, no reload meanwhile, and its end. */
import { useEffect, useEffectEvent } from 'react';
import type { RollPlan } from '../../../core/card-state.ts';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { playRoll } from '../../sound/roll-sound.ts';
import { useSoundPlayer } from '../../sound/sound-player.tsx';

/** Renders nothing. It is not a part of the card, which moves on the page when its roll begins. */
export function RollEffects({ plan, onEnd }: { plan: RollPlan; onEnd: () => void }) {
  const { holdReload } = useLiveData();
  const player = useSoundPlayer();
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    const releaseReload = holdReload();
    const stopSound = playRoll(player, plan);
    const timer = setTimeout(() => end(), plan.end);
    return () => {
      clearTimeout(timer);
      releaseReload();
      stopSound();
    };
  }, [plan, holdReload, player]);

  return null;
}
