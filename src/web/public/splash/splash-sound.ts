/** The sound of the splash: a tone that rises and falls, and eight blips. */
import { askToBeHeard, atFirstGesture } from '../../sound/sound.ts';
import { BLIPS, SOUND_RETRY } from './splash-times.ts';

/** `since`: when the splash appeared, on the page's own clock. The answer breaks the sound off. */
export function soundSplash(since: number): () => void {
  const breakOffs: (() => void)[] = [];
  let isOver = false;

  async function begin(): Promise<boolean> {
    const sounds = await askToBeHeard();
    if (!sounds || isOver) return false;
    const elapsed = performance.now() - since;
    const ahead = BLIPS.filter((blip) => blip >= elapsed);
    breakOffs.push(sounds.play('sweep'), ...ahead.map((blip) => sounds.play('blip', blip - elapsed)));
    return true;
  }

  void begin().then((isHeard) => {
    if (isHeard || isOver) return;
    const stopWaiting = atFirstGesture(begin);
    setTimeout(stopWaiting, SOUND_RETRY - (performance.now() - since));
    breakOffs.push(stopWaiting);
  });

  return () => {
    isOver = true;
    for (const breakOff of breakOffs) breakOff();
  };
}
