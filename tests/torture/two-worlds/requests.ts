/** The requests to both servers: every route and page, and random variations. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { wholeApi } from '../../../src/server/api/routes.ts';
import pageMap from '../../../src/web/routes.ts';
import { TODAY } from '../../server/api-seed.ts';
import { routeNames } from '../../server/api-site.ts';
import { spellingsOf } from '../../support/spellings.ts';
import type { Random } from '../random.ts';
import { DIGITS, draftNumber, type Ids, publishedNumber } from './two-servers.ts';

export interface ProbeRequest {
  method: string;
  /** The target as sent. */
  target: string;
  headers: Record<string, string>;
}

/** Values for every path parameter of routes and pages. */
const parameterValues = (ids: Ids): Record<string, string[]> => ({
  drawNo: [publishedNumber, draftNumber, 'SC010120001'],
  slotOrDate: ['12-00', '14-00', '13-00', TODAY, '2026-10-01'],
  date: [TODAY, '2026-10-01'],
  id: [ids.article, ids.draft, 'unknown'],
  sessionId: ['unknown'],
  deliveryId: ['unknown'],
  '*': ['no/such/page'],
});

/** The log tells how often staff changed drafts, which is not the same in both worlds: see `log-day.ts`. */
const isOfLog = (path: string): boolean => /^\/(log\/|api\/proof\/|(ml\/)?verify$)/.test(path);

function fillIn(path: string, ids: Ids): string[] {
  const [, name] = /:(\w+)|(?<=\/)(\*)/.exec(path)?.filter(Boolean) ?? [];
  if (!name) return [path];
  const values = parameterValues(ids)[name];
  if (!values) throw new Error(`${path} has a parameter without values in parameterValues`);
  return values.flatMap((value) => fillIn(path.replace(name === '*' ? '*' : `:${name}`, value), ids));
}

/** The files of `routes.ts` have one route for both languages. */
const inBothLanguages = (path: string): string[] =>
  path.startsWith('/ml?/') ? [path.replace('/ml?', ''), path.replace('/ml?', '/ml')] : [path];

const pathsOf = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path = '', children }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [...inBothLanguages(own || '/'), ...pathsOf(children ?? [], own)];
  });

/** Filters and searches that would return something else if they read drafts. */
const QUERIES = [
  `?date=${TODAY}`,
  '?date=2026-10-01',
  '?month=2026-10',
  '?slot=12:00',
  '?today=off&q=3',
  ...['q', 'find', 'endsWith', 'ends', 'check'].flatMap((name) =>
    [DIGITS.first[0], DIGITS.second[1], '9', '420', draftNumber].map((value) => `?${name}=${value}`),
  ),
];

/** Only public lists and pages read queries: no files, no staff routes, no single rows. */
const takesQueries = (path: string): boolean =>
  !/:|\*|^\/(api\/)?(admin|auth)\b|\.(xml|png|txt|webmanifest|ics|css|js|json)$/.test(path);

const withQueries = (route: string, path: string): string[] =>
  takesQueries(route) ? [path, ...QUERIES.map((query) => path + query)] : [path];

/** The page, and its data for client-side navigation. */
const withData = (path: string): string[] => [path, path === '/' ? '/_.data' : `${path}.data`];

export function allRequests(ids: Ids): ProbeRequest[] {
  const requestWith = (method: string) => (target: string) => ({ method, target, headers: {} });
  const pages = [...new Set(pathsOf(pageMap))]
    .filter((page) => !isOfLog(page))
    .flatMap((page) =>
      fillIn(page, ids)
        .flatMap(withData)
        .flatMap((path) => withQueries(page, path))
        .map(requestWith('GET')),
    );
  const calls = routeNames(wholeApi.routes.routes).flatMap((name) => {
    const [method = '', route = ''] = name.split(' ');
    if (isOfLog(route)) return [];
    return fillIn(route, ids)
      .flatMap((path) => (method === 'GET' ? withQueries(route, path) : [path]))
      .map(requestWith(method));
  });
  const wrong = ['/api/draws', `/api/draws/${draftNumber}`, '/api/today'].flatMap((path) =>
    ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'].map((method) => requestWith(method)(path)),
  );
  // Streams are compared separately, because their first message contains the number of visitors.
  return [...pages, ...calls, ...wrong, requestWith('GET')('/api/nope')].filter(
    ({ target }) => !/^\/api\/(admin\/)?live(\?|$)/.test(target),
  );
}

const VARIATIONS: [Record<string, string>, ...Record<string, string>[]] = [
  {},
  {},
  { 'Accept-Encoding': 'gzip' },
  { 'Accept-Encoding': 'br' },
  { 'Accept-Encoding': 'zstd, br, gzip' },
  { 'Accept-Encoding': 'gzip;q=0, *' },
  { Range: 'bytes=0-99' },
  { Range: 'bytes=-50' },
  { Accept: 'application/json' },
  { Accept: 'text/html' },
  { 'Accept-Language': 'ml' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': 'W/"x"' },
  { 'If-Modified-Since': 'Sun, 15 Nov 2099 00:00:00 GMT' },
  { 'Sec-Fetch-Site': 'same-origin' },
  { Authorization: 'Bearer x' },
  { Cookie: 'swarna-chakra.session_token=a.b' },
];

const EXTRAS = [
  'utm_source=x',
  '_routes=root',
  'limit=1',
  'limit=2',
  'cursor=x',
  'q=',
  'all=1',
  'before=2026-11-15',
];

/** Returns a random variation of one of the requests; `tags` are the ETags of earlier responses. */
export function randomRequest(
  all: readonly ProbeRequest[],
  tags: ReadonlyMap<string, string>,
  random: Random,
): ProbeRequest {
  const { method, target } = random.pick(all as [ProbeRequest, ...ProbeRequest[]]);
  const tag = tags.get(target);
  const headers = tag && random.chance(0.2) ? { 'If-None-Match': tag } : random.pick(VARIATIONS);
  const varied = { method: method === 'GET' && random.chance(0.15) ? 'HEAD' : method, target, headers };
  if (random.chance(0.25)) varied.target = withExtras(target, random);
  if (random.chance(0.15)) varied.target = respell(varied.target, random);
  return varied;
}

function withExtras(target: string, random: Random): string {
  const extras = Array.from({ length: random.integer(1, 3) }, () =>
    random.pick([...EXTRAS, ...QUERIES.map((query) => query.slice(1))] as [string]),
  );
  return `${target}${target.includes('?') ? '&' : '?'}${extras.join('&')}`;
}

function respell(target: string, random: Random): string {
  const [path = '', query] = target.split('?');
  const spelled = random.pick(spellingsOf(path));
  return query === undefined ? spelled : `${spelled}?${query}`;
}
