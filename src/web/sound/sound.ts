/** Lets the page be heard: never before the browser allows it, and not at all while the visitor wants silence. */
import { isMuted } from './mute.ts';
import type { Sounds } from './synthesizer.ts';

let loading: Promise<Sounds> | null = null;

/** The synthesizer comes when it is first needed: most pages are never heard. */
const loadSounds = (): Promise<Sounds> =>
  (loading ??= import('./synthesizer.ts').then(({ createSounds }) => createSounds()));

/** The sounds, or null where they may not be heard now. */
export async function askToBeHeard(): Promise<Sounds | null> {
  if (isMuted()) return null;
  try {
    const sounds = await loadSounds();
    return (await sounds.wake()) ? sounds : null;
  } catch {
    // A device without sound, or a synthesizer that could not be fetched: the site works as well in silence.
    console.info('Audio not supported');
    loading = null;
    return null;
  }
}

const GESTURES = ['pointerup', 'touchend', 'keydown'] as const;

/** Calls once at the visitor's first touch, click or key; the answer calls it off. */
export function atFirstGesture(act: () => void): () => void {
  const stop = new AbortController();
  const onGesture = () => {
    stop.abort();
    act();
  };
  for (const gesture of GESTURES) addEventListener(gesture, onGesture, { signal: stop.signal });
  return () => stop.abort();
}
