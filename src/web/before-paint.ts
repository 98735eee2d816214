/**
 * A script that the browser runs before the first paint: it applies the chosen theme, and redirects visitors who chose
 * Malayalam from the bare domain to their home page. Its text is the same on every page, so that the
 * Content-Security-Policy can allow it by its hash.
 */
import { pathIn } from './i18n/language.ts';
import { PREFERENCE_KEYS } from './preferences/preferences.tsx';

/** Set on the document's root while the redirect is under way. */
export const REDIRECTING = 'redirecting';

/** Empty in the browser, where it has run by the time that the app starts. */
export const BEFORE_PAINT = import.meta.env.SSR
  ? `try {
  var theme = localStorage.getItem('${PREFERENCE_KEYS.theme}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (location.pathname === '/' && localStorage.getItem('${PREFERENCE_KEYS.language}') === 'ml') {
    document.documentElement.dataset.${REDIRECTING} = '';
    location.replace('${pathIn('ml', '/')}' + location.search + location.hash);
  }
} catch {}`
  : '';
