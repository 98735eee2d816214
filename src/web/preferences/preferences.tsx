/** The visitor's choices of theme, sound and language, for components. */
import { type ReactNode, useState } from 'react';
import { createRequiredContext } from '../hooks/required-context.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { createPreference, type Preference } from './preference.ts';

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export type SoundPreference = Preference<'on' | 'off'>;

export interface Preferences {
  theme: Preference<Theme>;
  sound: SoundPreference;
  /** The language the visitor last switched to. The address decides; this only redirects from the bare domain. */
  language: Preference<Language>;
}

/** Where the browser stores them; the script in the head reads the same keys. */
export const PREFERENCE_KEYS: Record<keyof Preferences, string> = {
  theme: 'theme',
  sound: 'sound',
  language: 'language',
};

const createPreferences = (): Preferences => ({
  theme: createPreference(PREFERENCE_KEYS.theme, THEMES),
  sound: createPreference(PREFERENCE_KEYS.sound, ['on', 'off']),
  language: createPreference(PREFERENCE_KEYS.language, LANGUAGES),
});

const [PreferencesContext, usePreferences] = createRequiredContext<Preferences>('Preferences');

export { usePreferences };

export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [preferences] = useState(createPreferences);
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
}
