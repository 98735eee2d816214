/** The public pages of the seeded site. */
import { type Language, pathIn } from '../../src/web/i18n/language.ts';

/** English paths; each has a Malayalam counterpart. */
export const PUBLIC_PAGES = [
  '/',
  '/results',
  '/results?all=1',
  '/results?all=1&month=2026-10',
  '/results?all=1&q=no-such-draw',
  '/results/12-00',
  '/draws/SC151120261',
  '/news',
  '/news?q=no-such-news',
  '/news/timings',
  '/help',
  '/contact',
  '/no-such-page',
];

export const addressIn = (language: Language, page: string): string => {
  const [path = '/', query] = page.split('?');
  return pathIn(language, path) + (query ? `?${query}` : '');
};

/** The status of the response to a page. */
export const statusOf = (page: string): number => (page === '/no-such-page' ? 404 : 200);
