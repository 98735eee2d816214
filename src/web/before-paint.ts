/**
 * A script that the browser runs before it paints anything: it applies the chosen theme, and leads visitors who chose
 * Malayalam from the bare domain to their home page. Its text is the same on every page, so that the security policy
 * can allow it by its hash.
 */
import { chosenTheme } from './hooks/theme.ts';
import { chosenLanguage } from './i18n/chosen-language.ts';
import { pathIn } from './i18n/language.ts';

/** Marks, on the document's root, a page that is left again before anyone has seen it. */
export const LEAVING = 'leaving';

export const BEFORE_PAINT = `try {
  var theme = localStorage.getItem('${chosenTheme.key}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (location.pathname === '/' && localStorage.getItem('${chosenLanguage.key}') === 'ml') {
    document.documentElement.dataset.${LEAVING} = '';
    location.replace('${pathIn('ml', '/')}' + location.search + location.hash);
  }
} catch {}`;
