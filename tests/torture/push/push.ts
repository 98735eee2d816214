/** The scenario `push`: a result is pushed by two nodes of which one is killed, to every device and without slowing down publications. */
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { PushTally } from './push-checks.ts';
import { pushResult } from './push-result.ts';

const MOST_DEVICES = 10_000;
/** With fewer, all could be pushed before the kill. */
const LEAST_DEVICES = 500;

export const push: Scenario = {
  name: 'push',
  title: 'A result pushed to many devices by two nodes of which one is killed',
  unit: 'devices',
  share: 1,
  run,
};

/** Pushes one result after the other, each with new nodes and devices. */
async function run({ random, count, isOver, progress }: Assignment): Promise<Figures> {
  const tally = new PushTally();
  while (tally.done < count && !(tally.done > 0 && isOver())) {
    const devices = Math.max(LEAST_DEVICES, Math.min(MOST_DEVICES, count - tally.done));
    const before = tally.done;
    await pushResult({ devices, random, tally, progress: (sent) => progress(before + sent) });
    tally.done += devices;
  }
  return tally.pushFigures();
}
