/** Whether the visitor has turned all sound off. */
import { createPreference, usePreference } from '../hooks/preference.ts';

const sound = createPreference('sound', ['on', 'off']);

export const isMuted = (): boolean => sound.read() === 'off';

export const onMuteChange = sound.subscribe;

export function useMute(): { muted: boolean; toggle: () => void } {
  const muted = usePreference(sound) === 'off';
  return { muted, toggle: () => sound.write(muted ? 'on' : 'off') };
}
