/** The list of shared routes matches the API, the page map and the Cache-Control of the routes. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { operationsOf } from '../../src/server/api/docs/document.ts';
import { describeApi } from '../../src/server/api/openapi.ts';
import { findSharedRoute, SHARED_ROUTES, sharedAddress } from '../../src/server/http/shared-routes.ts';
import pageMap from '../../src/web/routes.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

/** Public reads that are not shared: current state, a file of any length, a stream. */
const NOT_SHARED = ['/api/health', '/api/ready', '/api/draws.csv', '/api/live'];
/** Files of the API documentation, which are not in the OpenAPI document. */
const UNDESCRIBED = ['/api/docs/docs.css', '/api/docs/try-it.js'];

const isOfApi = (route: string) => /^\/(api|log)\//.test(route);

function cacheKeyOf(path: string, search: string): string | null {
  const route = findSharedRoute(path);
  return route && sharedAddress(route, path, search).key;
}

const pathsOf = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path = '', children }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [...(children ? [] : [own || '/']), ...pathsOf(children ?? [], own)];
  });

let site: ApiSite;
beforeAll(async () => {
  site = await openApiSite();
});
afterAll(() => site.stop());

test('every public read of the API is on the list with its documented parameters, or not shared', () => {
  const described = [...operationsOf(describeApi())]
    .filter(({ path, method }) => method === 'get' && !/^\/api\/(admin|auth)\//.test(path))
    .filter(({ path }) => !NOT_SHARED.includes(path))
    .map(({ path, operation }) => [
      path.replace(/\{(\w+)\}/g, ':$1'),
      (operation.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
      ),
    ]);
  const listed = [...SHARED_ROUTES]
    .filter(([route]) => isOfApi(route) && !UNDESCRIBED.includes(route))
    .map(([route, { parameters }]): [string, readonly string[]] => [
      route.replace('{.+}', ''),
      Object.keys(parameters),
    ]);
  const sorted = (rows: (readonly [string, readonly string[]])[]) =>
    rows.map(([route, names]) => [route, [...names].sort()]).sort();
  expect(sorted(listed)).toEqual(sorted(described as [string, string[]][]));
});

test('every public page is on the list, and no page of the panel', () => {
  const paths = pathsOf(pageMap).flatMap((path) => [path.replace('/ml?', ''), path.replace('/ml?', '/ml')]);
  const pages = [...new Set(paths)].filter((path) => !/^\/admin|\*$/.test(path));
  const listed = [...SHARED_ROUTES.keys()].filter((route) => !isOfApi(route) && !route.endsWith('.data'));
  expect(listed.sort()).toEqual(pages.sort());
});

test.each([...SHARED_ROUTES.keys()].filter((route) => !route.includes(':')))(
  '%s has a public Cache-Control and an ETag',
  async (route) => {
    const response = await site.anonymous('GET', route);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toMatch(/^public,.*\bs-maxage=\d+/);
    expect(response.headers.get('ETag')).toMatch(/^W\//);
  },
);

test('the cache key is the same for every spelling of a query', () => {
  expect(cacheKeyOf('/api/draws', '?limit=5&q=7')).toBe('/api/draws?q=7&limit=5');
  expect(cacheKeyOf('/api/draws', '?q=%37&utm_source=x&limit=5')).toBe('/api/draws?q=7&limit=5');
  expect(cacheKeyOf('/api/draws', '?q=1&q=2')).toBe('/api/draws?q=1&q=2');
  expect(cacheKeyOf('/api/today', '?anything=1')).toBe('/api/today');
  expect(cacheKeyOf('/results/12-00', '?_routes=x&before=2026-11-01')).toBe(
    '/results/12-00?before=2026-11-01',
  );
  expect(cacheKeyOf('/results/12-00.data', '?_routes=x')).toBe('/results/12-00.data?_routes=x');
  expect(cacheKeyOf('/log/tile/0/x001/234.p/56', '?log=2')).toBe('/log/tile/0/x001/234.p/56');
  expect(cacheKeyOf('/api/proof/SC141120265', '?from=7&log=2')).toBe('/api/proof/SC141120265?from=7');
});

test('pages ignore values that are not listed, and the API refuses them', () => {
  expect(cacheKeyOf('/statistics', '?span=7&slot=14-00')).toBe('/statistics?slot=14-00');
  expect(cacheKeyOf('/', '?slot=x&slot=10-00')).toBe('/');
  expect(cacheKeyOf('/results', '?all=1&all=2')).toBe('/results?all=1');
  expect(cacheKeyOf('/api/draws', '?slot=x')).toBe('/api/draws?slot=x');
});

test.each([
  ['/', '', true],
  ['/ml/results', '?all=1', true],
  ['/', '?slot=10-00', true],
  ['/results', '?all=1&made-up=1', true],
  ['/ml/statistics', '', false],
  ['/statistics.data', '', false],
  ['/api/statistics', '?slot=10:00', false],
  ['/', '?check=1', false],
  ['/results', '?all=1&q=1', false],
  ['/api/draws', '?slot=made-up', false],
  ['/api/draws', '?slot=10:00&slot=10:00', false],
  ['/api/draws', '?limit=7', false],
  ['/draws/SC151120261', '', false],
])('%s%s is ordinary: %p', (path, search, isOrdinary) => {
  const route = findSharedRoute(path);
  expect(route && sharedAddress(route, path, search).isOrdinary).toBe(isOrdinary);
});

test.each([
  '/admin',
  '/ADMIN',
  '/api/admin/draws',
  '/api/auth/policy',
  '/api/live',
  '/Results',
  '/results/x/y',
  '/log',
  '/log/tile/0',
  '/log/key/x',
])('%s is not shared', (path) => {
  expect(cacheKeyOf(path, '')).toBeNull();
});

/** Addresses that differ from a shared one in letter case or by what React Router removes from the end. */
function otherSpellings(route: string): string[] {
  const path = route.replace(/:\w+(\{\.\+\})?/g, (name) => (name === ':slotOrDate' ? '12-00' : 'x'));
  const page = path.replace(/(\/_)?\.data$|\/$/, '');
  const isFile = /\.\w+$/.test(page);
  const firstUpper = path.replace(/[a-z]/, (letter) => letter.toUpperCase());
  const other = [firstUpper, `${page}/_.data`];
  return [...other, ...(isFile ? [`${page}.data`] : [])].filter((spelling) => !SHARED_ROUTES.has(spelling));
}

test.each([...SHARED_ROUTES.keys()])('%s is served at no other spelling of its path', async (route) => {
  for (const spelling of otherSpellings(route)) {
    const { status, headers } = await site.anonymous('GET', spelling);
    // What is neither a draw time nor a date redirects to the charts.
    const expected = /\/results\/[^/]+$/.test(spelling) && headers.has('Location') ? 302 : 404;
    expect({ spelling, status }).toEqual({ spelling, status: expected });
  }
});

test('an unknown parameter does not change the response', async () => {
  for (const path of ['/', '/results?all=1', '/api/draws?limit=1']) {
    const plain = await (await site.anonymous('GET', path)).text();
    const marked = await site.anonymous('GET', `${path}${path.includes('?') ? '&' : '?'}fbclid=abc`);
    expect(marked.status).toBe(200);
    expect((await marked.text()).replace(/\d{13}/g, '')).toBe(plain.replace(/\d{13}/g, ''));
  }
});
