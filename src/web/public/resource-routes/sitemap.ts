/** The sitemap: every page in each language. Older days and draws are linked from the charts of their months. */
import type { Draw } from '../../../contract/draws.ts';
import { SLOTS, slotToPath } from '../../../core/slots.ts';
import { LANGUAGES, pathIn } from '../../i18n/language.ts';
import { pageServices } from '../../page-services.ts';
import { lastChangeOf } from '../last-change.ts';
import { chartQuery, EVERYTHING } from '../results/chart-address.ts';
import { monthsIn } from '../results/chart-months.ts';
import type { Route } from './+types/sitemap.ts';
import { type Xml, xml, xmlResponse } from './xml.ts';

/** Of the last hundred days: more would take so long that other requests wait. */
const MAX_DRAWS = 500;
const MAX_ARTICLES = 1_000;

interface ListedPage {
  path: string;
  changed?: string;
}

const PAGES = [
  '/',
  '/results',
  '/news',
  '/help',
  '/contact',
  '/verify',
  '/statistics',
  '/board',
  '/embed/code',
];

/** Each address lists its alternates in the other languages. */
function urlsOf({ path, changed }: ListedPage, baseUrl: string): Xml[] {
  const alternates = [...LANGUAGES, 'x-default' as const].map(
    (language) =>
      xml`<xhtml:link rel="alternate" hreflang="${language}" href="${baseUrl + pathIn(language === 'x-default' ? 'en' : language, path)}"/>`,
  );
  const lastChange = changed ? xml`<lastmod>${changed}</lastmod>` : xml``;
  return LANGUAGES.map(
    (language) => xml`<url><loc>${baseUrl + pathIn(language, path)}</loc>${lastChange}${alternates}</url>
`,
  );
}

const daysOf = (draws: readonly Draw[]): ListedPage[] =>
  [...Map.groupBy(draws, ({ date }) => date)].map(([date, ofDay]) => ({
    path: `/results/${date}`,
    changed: lastChangeOf(ofDay),
  }));

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [months, draws, news] = await Promise.all([
    services.months(),
    services.newestDraws(MAX_DRAWS),
    services.news({ limit: MAX_ARTICLES }),
  ]);
  const listed: ListedPage[] = [
    ...[...PAGES, ...SLOTS.map((slot) => `/results/${slotToPath(slot)}`)].map((path) => ({ path })),
    ...(months ? monthsIn(months) : []).map((month) => ({
      path: `/results${chartQuery({ ...EVERYTHING, month })}`,
    })),
    ...daysOf(draws),
    ...(news?.items ?? []).map(({ id, updatedAt }) => ({ path: `/news/${id}`, changed: updatedAt })),
    ...draws.map((draw) => ({ path: `/draws/${draw.drawNo}`, changed: lastChangeOf([draw]) })),
  ];
  const { baseUrl } = services.site();
  return xmlResponse(
    xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${listed.flatMap((page) => urlsOf(page, baseUrl))}</urlset>
`,
    'application/xml',
  );
}
