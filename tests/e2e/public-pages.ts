/** The public pages of the seeded site. */
import { type Language, pathIn } from '../../src/web/i18n/language.ts';

/** English paths; each has a Malayalam counterpart. */
export const PUBLIC_PAGES = [
  '/',
  '/results',
  '/results?all=1',
  '/results?all=1&month=2026-10',
  '/results?all=1&q=no-such-draw',
  '/results?all=1&ends=7',
  '/results/12-00',
  '/results/2026-11-14',
  '/draws/SC151120261',
  '/news',
  '/news?q=no-such-news',
  '/news/timings',
  '/help',
  '/contact',
  '/verify',
  '/statistics',
  '/embed/code',
  '/draws/SC999999999',
  '/results/2020-01-01',
  '/no-such-page',
];

const SHORT: Record<string, string> = {
  '/results?all=1': '/results?all=1&before=2026-09-09',
  '/results?all=1&month=2026-10': '/results?all=1&month=2026-11&q=SC1511',
  '/results?all=1&ends=7': '/results?all=1&ends=7&before=2026-09-12',
  '/results/12-00': '/results/12-00?before=2026-09-10',
  '/news': '/news?q=notice+1.',
};

/** A page with fewer rows, which has the same elements and texts and is checked faster. */
export const withShortList = (page: string): string => SHORT[page] ?? page;

export const addressIn = (language: Language, page: string): string => {
  const [path = '/', query] = page.split('?');
  return pathIn(language, path) + (query ? `?${query}` : '');
};

/** The status of the response to a page. */
export const statusOf = (page: string): number =>
  ['/no-such-page', '/draws/SC999999999', '/results/2020-01-01'].includes(page) ? 404 : 200;
