/** Every kind of response has the security headers. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { inProject } from '../../scripts/project.mjs';
import { makeDataDir } from '../support/data-dir.ts';
import { openWorld, type World } from '../torture/two-worlds/world.ts';

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
const SCRIPT = readdirSync(inProject('build/client/assets')).find((name) => name.endsWith('.js'));

const dataDir = makeDataDir();
/** With an https origin, so that Strict-Transport-Security is sent. */
let site: World;
beforeAll(async () => {
  site = await openWorld(dataDir.path);
});
afterAll(async () => {
  await site.stop();
  dataDir.remove();
});

interface Kind {
  kind: string;
  status: number;
  path: string;
  request?: RequestInit;
}

const PAGES: Kind[] = [
  { kind: 'a page', status: 200, path: '/' },
  { kind: 'a page in another language', status: 200, path: '/ml/results' },
  { kind: 'a page of the panel', status: 200, path: '/admin/login' },
  { kind: 'a page that does not exist', status: 404, path: '/nothing-here' },
  { kind: 'the documentation of the API', status: 200, path: '/api/docs' },
  {
    kind: 'a refused form',
    status: 422,
    path: '/contact',
    request: { method: 'POST', body: new URLSearchParams({ name: '' }) },
  },
];

const DATA: Kind[] = [
  { kind: 'data', status: 200, path: '/api/today' },
  { kind: 'health', status: 200, path: '/api/health' },
  { kind: 'a file', status: 200, path: '/favicon.svg' },
  { kind: 'a script', status: 200, path: `/assets/${SCRIPT}` },
  { kind: 'a feed', status: 200, path: '/feeds/results.xml' },
  { kind: 'a calendar', status: 200, path: '/calendar.ics' },
  { kind: 'a spreadsheet', status: 200, path: '/api/draws.csv' },
  { kind: 'the headers alone', status: 200, path: '/api/today', request: { method: 'HEAD' } },
  { kind: 'a stream', status: 200, path: '/api/live' },
  { kind: 'a redirection', status: 308, path: '/results/' },
  { kind: 'a route that does not exist', status: 404, path: '/api/nothing-here' },
  { kind: 'a request without a session', status: 401, path: '/api/admin/draws' },
  { kind: 'a request that is not valid', status: 422, path: '/api/draws?limit=many' },
  { kind: 'a method that is not allowed', status: 405, path: '/results', request: { method: 'DELETE' } },
  { kind: 'an address that is not valid', status: 400, path: '/api/%74oday' },
  {
    kind: 'a refused sign-in',
    status: 403,
    path: '/api/auth/sign-in/email',
    request: { method: 'POST', headers: { Origin: 'https://a.example' } },
  },
];

async function fetchHeaders(path: string, request?: RequestInit) {
  // A stream would not end.
  const controller = new AbortController();
  const { status, headers } = await fetch(site.url + path, {
    redirect: 'manual',
    signal: controller.signal,
    ...request,
  });
  controller.abort();
  return { status, headers };
}

function expectCommonHeaders(headers: Headers): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    ...HEADERS,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
}

test.each(DATA)('$kind ($status) has the security headers', async ({ status, path, request }) => {
  const { headers, ...response } = await fetchHeaders(path, request);
  expect(response.status).toBe(status);
  expectCommonHeaders(headers);
  expect(headers.get('content-security-policy')).toBe(DATA_POLICY);
});

test.each(PAGES)('$kind ($status) has the security headers', async ({ status, path, request }) => {
  const { headers, ...response } = await fetchHeaders(path, request);
  expect(response.status).toBe(status);
  expectCommonHeaders(headers);
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy.find((rule) => rule.startsWith('script-src'))).not.toContain('unsafe');
});

test('a 304 has the security headers', async () => {
  const first = await fetchHeaders('/api/today');
  const etag = first.headers.get('etag') ?? '';
  const again = await fetchHeaders('/api/today', { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  expectCommonHeaders(again.headers);
});
