/** The sound of a roll: the drums, each one's stop, and the bells of the result. */
import type { RollPlan } from '../../core/card-state.ts';
import { askToBeHeard } from './sound.ts';

/** Starts with the roll; the answer breaks off what is left of it, but not the bells once they ring. */
export function soundRoll({ stops, end }: RollPlan): () => void {
  const startedAt = performance.now();
  const breakOffs: (() => void)[] = [];
  let isOver = false;

  void askToBeHeard().then((sounds) => {
    if (!sounds || isOver) return;
    // Asking took its time: what is heard keeps to what is seen.
    const until = (moment: number) => Math.max(0, moment - (performance.now() - startedAt));
    breakOffs.push(
      sounds.spin(until(Math.max(...stops))),
      ...stops.map((stop) => sounds.play('digitStop', until(stop))),
      sounds.play('published', until(end)),
    );
  });

  return () => {
    isOver = true;
    if (performance.now() - startedAt >= end) return;
    for (const breakOff of breakOffs) breakOff();
  };
}
