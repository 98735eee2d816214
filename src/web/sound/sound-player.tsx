/** Plays sounds where the browser allows it and the visitor has not turned sound off. */
import { type ReactNode, useState } from 'react';
import { createRequiredContext } from '../hooks/required-context.ts';
import { type SoundPreference, usePreferences } from '../preferences/preferences.tsx';
import type { Sounds } from './synthesizer.ts';

export interface SoundPlayer {
  /** The sounds, or null where none may be played now. */
  start(): Promise<Sounds | null>;
}

/** A browser that waits for a gesture leaves the promise of `resume` pending instead of rejecting it. */
const RESUME_TIMEOUT_MS = 300;

async function isAllowed(context: AudioContext): Promise<boolean> {
  const timeout = new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS));
  await Promise.race([context.resume(), timeout]).catch(() => {});
  return context.state === 'running';
}

function createSoundPlayer(preference: SoundPreference): SoundPlayer {
  let context: AudioContext | null = null;
  let sounds: Sounds | null = null;

  /** Fetched when a sound may be played for the first time: most visits are over before that. */
  async function loadSounds(running: AudioContext): Promise<Sounds | null> {
    const synthesizer = await import('./synthesizer.ts').catch(() => null);
    // Another call may have been faster.
    sounds ??= synthesizer?.createSounds(running, preference) ?? null;
    return sounds;
  }

  return {
    async start() {
      if (preference.read() === 'off') return null;
      try {
        context ??= new AudioContext();
        return (await isAllowed(context)) ? (sounds ?? (await loadSounds(context))) : null;
      } catch {
        // The device has no audio.
        console.info('Audio not supported');
        return null;
      }
    },
  };
}

const [SoundPlayerContext, useSoundPlayer] = createRequiredContext<SoundPlayer>('SoundPlayer');

export { useSoundPlayer };

export function SoundPlayerProvider({ children }: { children: ReactNode }) {
  const { sound } = usePreferences();
  const [player] = useState(() => createSoundPlayer(sound));
  return <SoundPlayerContext value={player}>{children}</SoundPlayerContext>;
}
