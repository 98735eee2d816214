/** The sound of a roll: the drums, the stop of each one, and the bells of the result. */
import type { RollPlan } from '../../core/card-state.ts';
import type { SoundPlayer } from './sound-player.tsx';

/** Returns a function that stops the sound; bells that already ring are not stopped. */
export function playRoll(player: SoundPlayer, { stops, end }: RollPlan): () => void {
  const startedAt = performance.now();
  const stopSounds: (() => void)[] = [];
  let isStopped = false;

  void player.start().then((sounds) => {
    if (!sounds || isStopped) return;
    // Starting the sound took some time: it still has to end with the drums.
    const until = (moment: number) => Math.max(0, moment - (performance.now() - startedAt));
    stopSounds.push(
      sounds.spin(until(Math.max(...stops))),
      ...stops.map((stop) => sounds.play('digitStop', until(stop))),
      sounds.play('published', until(end)),
    );
  });

  return () => {
    isStopped = true;
    if (performance.now() - startedAt >= end) return;
    for (const stopSound of stopSounds) stopSound();
  };
}
