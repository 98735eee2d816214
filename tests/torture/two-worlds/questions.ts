/** What is asked of both worlds: every route and page, and random variations of how they are asked for. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { routes } from '../../../src/server/api/routes.ts';
import pageMap from '../../../src/web/routes.ts';
import { TODAY } from '../../server/api-seed.ts';
import { routeNames } from '../../server/api-site.ts';
import { spellingsOf } from '../../support/spellings.ts';
import type { Random } from '../random.ts';
import { DIGITS, draftNumber, type Ids, publishedNumber } from './two-servers.ts';

export interface Question {
  method: string;
  /** Exactly as it is sent. */
  target: string;
  headers: Record<string, string>;
}

/** Values for every kind of parameter that a route or a page can have. */
const parameterValues = (ids: Ids): Record<string, string[]> => ({
  drawNo: [publishedNumber, draftNumber, 'SC010120001'],
  slot: ['12-00', '14-00', '13-00'],
  id: [ids.article, ids.draft, 'unknown'],
  sessionId: ['unknown'],
  '*': ['no/such/page'],
});

function fillIn(path: string, ids: Ids): string[] {
  const [, name] = /:(\w+)|(?<=\/)(\*)/.exec(path)?.filter(Boolean) ?? [];
  if (!name) return [path];
  const values = parameterValues(ids)[name];
  if (!values) throw new Error(`${path} has a new kind of parameter: which values shall it be tried with?`);
  return values.flatMap((value) => fillIn(path.replace(name === '*' ? '*' : `:${name}`, value), ids));
}

const pathsOf = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path = '', children }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [own || '/', ...pathsOf(children ?? [], own)];
  });

/** What could tell the worlds apart if a filter or a search ever looked at drafts. */
const QUERIES = [
  `?date=${TODAY}`,
  '?date=2026-10-01',
  '?month=2026-10',
  '?slot=12:00',
  '?today=off&q=3',
  ...['q', 'endsWith', 'number'].flatMap((name) =>
    [DIGITS.first[0], DIGITS.second[1], '9', '420', draftNumber].map((asked) => `?${name}=${asked}`),
  ),
];

/** Only what answers to everyone with lists or pages looks at queries: no file, nothing of staff's, no single row. */
const takesQueries = (path: string): boolean =>
  !/:|\*|^\/(api\/)?(admin|auth)\b|\.(xml|png|txt|webmanifest|css|js|json)$/.test(path);

const withQueries = (route: string, path: string): string[] =>
  takesQueries(route) ? [path, ...QUERIES.map((query) => path + query)] : [path];

/** The page itself, and the data that the browser's router asks for. */
const withData = (path: string): string[] => [path, path === '/' ? '/_.data' : `${path}.data`];

export function allQuestions(ids: Ids): Question[] {
  const ask = (method: string) => (target: string) => ({ method, target, headers: {} });
  const pages = [...new Set(pathsOf(pageMap))].flatMap((page) =>
    fillIn(page, ids)
      .flatMap(withData)
      .flatMap((path) => withQueries(page, path))
      .map(ask('GET')),
  );
  const calls = routeNames(routes.routes).flatMap((name) => {
    const [method = '', route = ''] = name.split(' ');
    return fillIn(route, ids)
      .flatMap((path) => (method === 'GET' ? withQueries(route, path) : [path]))
      .map(ask(method));
  });
  const wrong = ['/api/draws', `/api/draws/${draftNumber}`, '/api/today'].flatMap((path) =>
    ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'].map((method) => ask(method)(path)),
  );
  // Streams greet with the number of visitors, which changes while others come and go: they are compared alone.
  return [...pages, ...calls, ...wrong, ask('GET')('/api/nope')].filter(
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

/** One of all questions, asked in a random way; `tags` are ETags that earlier answers to a target had. */
export function randomQuestion(
  all: readonly Question[],
  tags: ReadonlyMap<string, string>,
  random: Random,
): Question {
  const { method, target } = random.pick(all as [Question, ...Question[]]);
  const tag = tags.get(target);
  const headers = tag && random.chance(0.2) ? { 'If-None-Match': tag } : random.pick(VARIATIONS);
  const asked = { method: method === 'GET' && random.chance(0.15) ? 'HEAD' : method, target, headers };
  if (random.chance(0.25)) asked.target = withExtras(target, random);
  if (random.chance(0.15)) asked.target = respell(asked.target, random);
  return asked;
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
