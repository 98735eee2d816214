/** Plays sounds where the browser allows it and the visitor has not turned sound off. */
import { type ReactNode, useState } from 'react';
import { createRequiredContext } from '../hooks/required-context.ts';
import { type SoundPreference, usePreferences } from '../preferences/preferences.tsx';
import { createSounds, type Sounds } from './synthesizer.ts';

export interface SoundPlayer {
  /** The sounds, or null where none may be played now. */
  start(): Promise<Sounds | null>;
}

function createSoundPlayer(preference: SoundPreference): SoundPlayer {
  let sounds: Sounds | null = null;
  return {
    async start() {
      if (preference.read() === 'off') return null;
      try {
        sounds ??= createSounds(preference);
        return (await sounds.resume()) ? sounds : null;
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
