/** Light or dark: the system's wish, unless the visitor has chosen otherwise. */
import { useEffect, useSyncExternalStore } from 'react';
import { createPreference, usePreference } from './preference.ts';

export type Theme = 'light' | 'dark';

export const chosenTheme = createPreference<Theme>('theme', ['light', 'dark']);

/** The header's colour, for the frame that a phone's browser draws around the page. */
export const THEME_COLOURS: Record<Theme, string> = { light: '#FBF3DF', dark: '#211910' };

const systemWishesDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(listener: () => void): () => void {
  const query = systemWishesDark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const systemTheme = (): Theme => (systemWishesDark().matches ? 'dark' : 'light');

function showTheme(chosen: Theme | null): void {
  if (chosen) document.documentElement.dataset['theme'] = chosen;
  else delete document.documentElement.dataset['theme'];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLOURS[chosen ?? (meta.media.includes('dark') ? 'dark' : 'light')];
  }
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  const chosen = usePreference(chosenTheme);
  const system = useSyncExternalStore(subscribeToSystem, systemTheme, (): Theme => 'light');
  const theme = chosen ?? system;

  useEffect(() => showTheme(chosen), [chosen]);

  return {
    theme,
    // Choosing what the system wishes anyway means following it again.
    toggle() {
      const next = theme === 'dark' ? 'light' : 'dark';
      chosenTheme.write(next === systemTheme() ? null : next);
    },
  };
}
