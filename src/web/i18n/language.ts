/** The languages of the site and their addresses: English at `/…`, Malayalam at `/ml/…`. */

export const LANGUAGES = ['en', 'ml'] as const;
export type Language = (typeof LANGUAGES)[number];

const MALAYALAM_ROOT = '/ml';

export const languageOf = (pathname: string): Language =>
  pathname === MALAYALAM_ROOT || pathname.startsWith(`${MALAYALAM_ROOT}/`) ? 'ml' : 'en';

/** The English path of the same page. */
export const pagePath = (pathname: string): string =>
  languageOf(pathname) === 'ml' ? pathname.slice(MALAYALAM_ROOT.length) || '/' : pathname;

/** The path of a page in a language, from its English path. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? MALAYALAM_ROOT : MALAYALAM_ROOT + path;
}
