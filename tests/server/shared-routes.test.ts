/** The list of what everyone shares agrees with the API and the page map, and with what the routes say of themselves. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describeApi, operationsOf } from '../../src/server/api/openapi.ts';
import { findSharedRoute, SHARED_ROUTES, sharedAddress } from '../../src/server/http/shared-routes.ts';
import pageMap from '../../src/web/routes.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

/** Public reads that are made for each client: a state of now, a file of any length, a stream. */
const MADE_FOR_EACH = ['/api/health', '/api/ready', '/api/draws.csv', '/api/live'];
/** Parts of the documentation that the document itself leaves out. */
const UNDESCRIBED = ['/api/docs/docs.css', '/api/docs/try-it.js'];

function addressOf(path: string, search: string): string | null {
  const route = findSharedRoute(path);
  return route && sharedAddress(route, path, search);
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

test('every public read of the API is on the list with the parameters that it documents, or made for each', () => {
  const described = [...operationsOf(describeApi())]
    .filter(({ path, method }) => method === 'get' && !/^\/api\/(admin|auth)\//.test(path))
    .filter(({ path }) => !MADE_FOR_EACH.includes(path))
    .map(({ path, operation }) => [
      path.replace(/\{(\w+)\}/g, ':$1'),
      (operation.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
      ),
    ]);
  const listed = [...SHARED_ROUTES].filter(
    ([route]) => route.startsWith('/api/') && !UNDESCRIBED.includes(route),
  );
  const sorted = (rows: (readonly [string, readonly string[]])[]) =>
    rows.map(([route, names]) => [route, [...names].sort()]).sort();
  expect(sorted(listed)).toEqual(sorted(described as [string, string[]][]));
});

test('every public page is on the list, and nothing of the panel is', () => {
  const pages = pathsOf(pageMap).filter((path) => !/^\/admin|\*$|maintenance$/.test(path));
  const listed = [...SHARED_ROUTES.keys()].filter(
    (route) => !route.startsWith('/api/') && !route.endsWith('.data'),
  );
  expect(listed.sort()).toEqual(pages.sort());
});

test.each([...SHARED_ROUTES.keys()].filter((route) => !route.includes(':')))(
  '%s lets caches keep it, for as long as ours does',
  async (route) => {
    const answer = await site.anonymous('GET', route);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toMatch(/^public,.*\bs-maxage=\d+/);
    expect(answer.headers.get('ETag')).toMatch(/^W\//);
  },
);

test('an address is the same for every spelling of its query', () => {
  expect(addressOf('/api/draws', '?limit=5&q=7')).toBe('/api/draws?q=7&limit=5');
  expect(addressOf('/api/draws', '?q=%37&utm_source=x&limit=5')).toBe('/api/draws?q=7&limit=5');
  expect(addressOf('/api/draws', '?q=1&q=2')).toBe('/api/draws?q=1&q=2');
  expect(addressOf('/api/today', '?anything=1')).toBe('/api/today');
  expect(addressOf('/results/12-00', '?_routes=x&before=2026-11-01')).toBe(
    '/results/12-00?before=2026-11-01',
  );
  expect(addressOf('/results/12-00.data', '?_routes=x')).toBe('/results/12-00.data?_routes=x');
});

test.each([
  '/admin',
  '/ADMIN',
  '/api/admin/draws',
  '/api/auth/policy',
  '/api/live',
  '/Results',
  '/results/x/y',
])('%s is not shared', (path) => {
  expect(addressOf(path, '')).toBeNull();
});

test('a parameter that a route does not know changes nothing of what it shows', async () => {
  for (const path of ['/', '/results?all=1', '/api/draws?limit=1']) {
    const plain = await (await site.anonymous('GET', path)).text();
    const marked = await site.anonymous('GET', `${path}${path.includes('?') ? '&' : '?'}fbclid=abc`);
    expect(marked.status).toBe(200);
    expect((await marked.text()).replace(/\d{13}/g, '')).toBe(plain.replace(/\d{13}/g, ''));
  }
});
