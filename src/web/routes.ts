/** All routes. Each public page has one address per language; its layout route provides the messages. */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { Language } from './i18n/language.ts';

interface LanguageFiles {
  results: string;
  pages: string;
  verify: string;
  statistics: string;
  embedCode: string;
}

const publicPages = (language: Language, layouts: LanguageFiles) => [
  index('public/home/home.tsx', { id: `${language}/home` }),
  layout(layouts.results, resultPages(language)),
  layout(layouts.pages, textPages(language)),
  route('verify', layouts.verify, { id: `${language}/verify` }),
  route('statistics', layouts.statistics, { id: `${language}/statistics` }),
  route('embed/code', layouts.embedCode, { id: `${language}/embed-code` }),
  route('*', 'public/not-found.tsx', { id: `${language}/not-found` }),
];

const resultPages = (language: Language) => [
  route('results', 'public/results/results.tsx', { id: `${language}/results` }),
  route('results/:slotOrDate', 'public/slot/slot-or-day.tsx', { id: `${language}/slot-or-day` }),
  route('draws/:drawNo', 'public/draw/draw-page.tsx', { id: `${language}/draw` }),
];

const textPages = (language: Language) => [
  route('news', 'public/news/news-list.tsx', { id: `${language}/news` }),
  route('news/:id', 'public/news/article.tsx', { id: `${language}/article` }),
  route('help', 'public/help/help.tsx', { id: `${language}/help` }),
  route('contact', 'public/contact/contact.tsx', { id: `${language}/contact` }),
];

const adminPages = [
  route('reset', 'admin/session/reset.tsx', { id: 'admin/reset' }),
  route('welcome', 'admin/session/welcome.tsx', { id: 'admin/welcome' }),
  layout('admin/signed-in.tsx', [
    index('admin/dashboard/dashboard.tsx', { id: 'admin/dashboard' }),
    route('login', 'admin/login.tsx', { id: 'admin/login' }),
    route('timings', 'admin/timings/timings.tsx', { id: 'admin/timings' }),
    route('draws', 'admin/draws/draws.tsx', { id: 'admin/draws' }),
    route('news', 'admin/news/news.tsx', { id: 'admin/news' }),
    route('faq', 'admin/faq/faq.tsx', { id: 'admin/faq' }),
    route('contacts', 'admin/contacts/contacts.tsx', { id: 'admin/contacts' }),
    route('users', 'admin/users/users.tsx', { id: 'admin/users' }),
    route('webhooks', 'admin/webhooks/webhooks.tsx', { id: 'admin/webhooks' }),
    route('activity', 'admin/activity/activity.tsx', { id: 'admin/activity' }),
    route('account', 'admin/account/account.tsx', { id: 'admin/account' }),
    route('*', 'admin/not-found.tsx', { id: 'admin/not-found' }),
  ]),
];

/** Files in both languages. Each is one route, because every page loads the list of all routes. */
const files = [
  route('ml?/site.webmanifest', 'public/resource-routes/web-manifest.ts', { id: 'web-manifest' }),
  route('ml?/feeds/results.xml', 'public/resource-routes/results-feed.ts', { id: 'results-feed' }),
  route('ml?/feeds/news.xml', 'public/resource-routes/news-feed.ts', { id: 'news-feed' }),
  route('ml?/calendar.ics', 'public/resource-routes/calendar.ts', { id: 'calendar' }),
  route('ml?/results/:date/sheet.pdf', 'public/day/day-pdf.ts', { id: 'day-sheet' }),
];

/** Each page has one address: React Router would also accept it in other letter cases. */
const caseSensitive = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.map(({ children, ...entry }) => ({
    ...entry,
    ...(entry.path !== undefined && { caseSensitive: true }),
    ...(children && { children: caseSensitive(children) }),
  }));

export default caseSensitive([
  ...files,
  route('picture.png', 'public/pictures/site-picture.ts', { id: 'site-picture' }),
  route('draws/:drawNo/picture.png', 'public/pictures/draw-picture.ts', { id: 'draw-picture' }),
  route('results/:date/picture.png', 'public/pictures/day-picture.ts', { id: 'day-picture' }),
  route('sitemap.xml', 'public/resource-routes/sitemap.ts', { id: 'sitemap' }),
  route('robots.txt', 'public/resource-routes/robots.ts', { id: 'robots' }),
  route('ml?/stand-in', 'public/stand-in/stand-in.tsx', { id: 'stand-in' }),
  route('ml?/offline', 'public/offline/offline.tsx', { id: 'offline' }),
  // Not among the pages whose code is loaded ahead: nothing on the site leads to them without a full page load.
  route('board', 'public/board/english-board.tsx'),
  route('ml/board', 'public/board/malayalam-board.tsx'),
  route('embed', 'public/embed/english-embed.tsx'),
  route('ml/embed', 'public/embed/malayalam-embed.tsx'),
  layout(
    'public/english.tsx',
    publicPages('en', {
      results: 'public/english-results.tsx',
      pages: 'public/english-pages.tsx',
      verify: 'public/verify/english-verify.tsx',
      statistics: 'public/statistics/english-statistics.tsx',
      embedCode: 'public/embed/english-embed-code.tsx',
    }),
  ),
  route(
    'ml',
    'public/malayalam.tsx',
    publicPages('ml', {
      results: 'public/malayalam-results.tsx',
      pages: 'public/malayalam-pages.tsx',
      verify: 'public/verify/malayalam-verify.tsx',
      statistics: 'public/statistics/malayalam-statistics.tsx',
      embedCode: 'public/embed/malayalam-embed-code.tsx',
    }),
  ),
  route('admin', 'admin/admin.tsx', adminPages),
]) satisfies RouteConfig;
