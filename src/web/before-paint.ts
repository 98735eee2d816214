/**
 * A script that the browser runs before the first paint: it applies the chosen theme, redirects visitors who chose
 * Malayalam from the bare domain to their home page, and loads a stylesheet again that could not be loaded. Its text is
 * the same on every page, so that the Content-Security-Policy can allow it by its hash.
 */
import { SECOND } from '../core/ist-time.ts';
import { pathIn } from './i18n/language.ts';
import { PREFERENCE_KEYS } from './preferences/preferences.tsx';

/** Set on the document's root while the redirect is under way. */
export const REDIRECTING = 'redirecting';

/**
 * Empty in the browser, where it has run by the time that the app starts. A stylesheet that fails gets a second element,
 * because hydration fails if the first one has changed.
 */
export const BEFORE_PAINT = import.meta.env.SSR
  ? `var delay = ${SECOND};
addEventListener('error', ({ target }) => {
  if (target.rel !== 'stylesheet') return;
  setTimeout(() => document.head.append(target.cloneNode()), delay);
  delay *= 2;
}, true);
try {
  var theme = localStorage.getItem('${PREFERENCE_KEYS.theme}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (location.pathname === '/' && localStorage.getItem('${PREFERENCE_KEYS.language}') === 'ml') {
    document.documentElement.dataset.${REDIRECTING} = '';
    location.replace('${pathIn('ml', '/')}' + location.search + location.hash);
  }
} catch {}`
  : '';
