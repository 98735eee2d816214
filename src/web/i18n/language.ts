/** The languages of the site and how an address tells which one it is in: English at `/…`, Malayalam at `/ml/…`. */

export const LANGUAGES = ['en', 'ml'] as const;
export type Language = (typeof LANGUAGES)[number];

const MALAYALAM_ROOT = '/ml';

export const languageOf = (pathname: string): Language =>
  pathname === MALAYALAM_ROOT || pathname.startsWith(`${MALAYALAM_ROOT}/`) ? 'ml' : 'en';

/** The English address of the same page, which is also its name within the site. */
export const pagePath = (pathname: string): string =>
  languageOf(pathname) === 'ml' ? pathname.slice(MALAYALAM_ROOT.length) || '/' : pathname;

/** The address of a page, given by its English path, in a language. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? MALAYALAM_ROOT : MALAYALAM_ROOT + path;
}
