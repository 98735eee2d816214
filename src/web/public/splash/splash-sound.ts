/** The sound of the splash: a tone that rises and falls, and eight blips. */
import type { SoundPlayer } from '../../sound/sound-player.tsx';

/** Milliseconds after the start of the splash. */
const BLIPS = [200, 600, 1_200, 1_800, 2_400, 3_000, 3_600, 4_200];
/** Until then, the first gesture may still start a sound that the browser has blocked. */
const WAIT_FOR_GESTURE = 5_000;

const GESTURES = ['pointerup', 'touchend', 'keydown'] as const;

/** Returns a function that cancels it. */
function onFirstGesture(act: () => void): () => void {
  const cancelled = new AbortController();
  const onGesture = () => {
    cancelled.abort();
    act();
  };
  for (const gesture of GESTURES) addEventListener(gesture, onGesture, { signal: cancelled.signal });
  return () => cancelled.abort();
}

/**
 * Hardly any browser then allows sound, and to ask opens the audio device, which blocks a page for longer than its
 * hydration.
 */
const isBeforeGesture = (): boolean =>
  'AudioContext' in window && navigator.userActivation?.hasBeenActive === false;

/** `since`: when the splash appeared, by `performance.now()`. The signal stops the sound. */
export function playSplash(player: SoundPlayer, since: number, signal: AbortSignal): void {
  const stopSounds: (() => void)[] = [];
  signal.addEventListener('abort', () => {
    for (const stopSound of stopSounds) stopSound();
  });

  async function begin(): Promise<boolean> {
    const sounds = await player.start();
    if (!sounds || signal.aborted) return false;
    const elapsed = performance.now() - since;
    const ahead = BLIPS.filter((blip) => blip >= elapsed);
    stopSounds.push(sounds.play('sweep'), ...ahead.map((blip) => sounds.play('blip', blip - elapsed)));
    return true;
  }

  const begun = isBeforeGesture() ? Promise.resolve(false) : begin();
  void begun.then((hasBegun) => {
    if (hasBegun || signal.aborted) return;
    const stopWaiting = onFirstGesture(begin);
    setTimeout(stopWaiting, WAIT_FOR_GESTURE - (performance.now() - since));
    stopSounds.push(stopWaiting);
  });
}
