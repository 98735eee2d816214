/** Light or dark: the system's setting, unless the visitor has chosen otherwise. */
import { useEffect, useSyncExternalStore } from 'react';
import { usePreference } from './preference.ts';
import { type Theme, usePreferences } from './preferences.tsx';

/** The header's colour, which phone browsers use for their own toolbar. */
export const THEME_COLOURS: Record<Theme, string> = { light: '#FBF3DF', dark: '#211910' };

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(listener: () => void): () => void {
  const query = systemPrefersDark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const systemTheme = (): Theme => (systemPrefersDark().matches ? 'dark' : 'light');

function showTheme(chosen: Theme | null): void {
  if (chosen) document.documentElement.dataset['theme'] = chosen;
  else delete document.documentElement.dataset['theme'];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLOURS[chosen ?? (meta.media.includes('dark') ? 'dark' : 'light')];
  }
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  const preference = usePreferences().theme;
  const chosen = usePreference(preference);
  const system = useSyncExternalStore(subscribeToSystem, systemTheme, (): Theme => 'light');
  const theme = chosen ?? system;

  useEffect(() => showTheme(chosen), [chosen]);

  return {
    theme,
    // Choosing the system's own theme means following the system again.
    toggle() {
      const next = theme === 'dark' ? 'light' : 'dark';
      preference.write(next === systemTheme() ? null : next);
    },
  };
}
