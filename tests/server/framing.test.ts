/** Other sites may show the pages at `/embed` and `/ml/embed` in a frame, in every state of the site, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { takePort } from '../../src/server/http/listen.ts';
import { notReadyHandler } from '../../src/server/http/not-ready.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { sendRaw } from '../support/raw-http.ts';
import { openWorld, type World } from '../torture/two-worlds/world.ts';

const FRAMED = ['/embed', '/ml/embed', '/embed?from=elsewhere'];

/** Every other kind of page, file and data, and other spellings of the framed paths. */
const NOT_FRAMED = [
  '/',
  '/ml',
  '/results',
  '/results/12-00',
  '/results/2026-11-15',
  '/draws/SC151120261',
  '/news',
  '/help',
  '/contact',
  '/verify',
  '/board',
  '/ml/board',
  '/embed/code',
  '/ml/embed/code',
  '/stand-in',
  '/stand-in?for=embed',
  '/admin',
  '/admin/login',
  '/admin/embed',
  '/api/today',
  '/api/docs',
  '/api/embed',
  '/sitemap.xml',
  '/favicon.svg',
  '/embed.data',
  '/ml/embed.data',
  '/embed/',
  '/embed/x',
  '/Embed',
  '/EMBED',
  '/%65mbed',
  '/ml//embed',
  '/ml/ml/embed',
  '/embeds',
];

const asBrowser = { headers: { Accept: 'text/html' }, redirect: 'manual' } as const;

const framingOf = ({ headers }: Response) => ({
  ancestors: headers.get('Content-Security-Policy')?.match(/frame-ancestors [^;]+/)?.[0],
  options: headers.get('X-Frame-Options'),
});
const ALLOWED = { ancestors: 'frame-ancestors *', options: null };
const REFUSED = { ancestors: "frame-ancestors 'none'", options: 'DENY' };

const dataDir = makeDataDir();
let site: World;
beforeAll(async () => {
  site = await openWorld(dataDir.path);
});
afterAll(async () => {
  await site.stop();
  dataDir.remove();
});

test.each(FRAMED)('%s may be framed', async (path) => {
  const response = await fetch(site.url + path, asBrowser);
  expect(response.status).toBe(200);
  expect(framingOf(response)).toEqual(ALLOWED);
  const etag = response.headers.get('ETag') ?? '';
  const unchanged = await fetch(site.url + path, { headers: { 'If-None-Match': etag } });
  expect(unchanged.status).toBe(304);
  expect(framingOf(unchanged)).toEqual(ALLOWED);
  expect(framingOf(await fetch(site.url + path, { ...asBrowser, method: 'HEAD' }))).toEqual(ALLOWED);
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
});

test.each(NOT_FRAMED)('%s may not be framed', async (path) => {
  expect(framingOf(await fetch(site.url + path, asBrowser))).toEqual(REFUSED);
});

test('a path with dot segments, and a form sent to the page, may not be framed', async () => {
  const { headers } = await sendRaw(site.url, { target: '/x/../embed', headers: asBrowser.headers });
  expect(framingOf(new Response(null, { headers }))).toEqual(REFUSED);
  const sent = await fetch(`${site.url}/embed`, { ...asBrowser, method: 'POST', body: 'a=1' });
  expect(sent.status).toBe(405);
  expect(framingOf(sent)).toEqual(REFUSED);
});

test('the page sets no cookie and is not indexed', async () => {
  const response = await fetch(`${site.url}/ml/embed`, asBrowser);
  expect(response.headers.get('Set-Cookie')).toBeNull();
  expect(await response.text()).toContain('<meta name="robots" content="noindex, follow"/>');
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  expect(sitemap).toContain('/ml/embed/code</loc>');
  expect(sitemap).not.toContain('/embed</loc>');
});

test('in maintenance the same pages may be framed, and the board and the frame come back without a visitor', async () => {
  const settings = await (await site.asAdmin('GET', '/api/admin/settings')).json();
  await site.asAdmin('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });
  for (const path of FRAMED) {
    const response = await fetch(site.url + path, asBrowser);
    expect(response.status).toBe(503);
    expect(framingOf(response)).toEqual(ALLOWED);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' '/);
    expect(await response.text()).toContain('location.reload()');
  }
  for (const path of ['/', '/embed/code', '/embed.data', '/board']) {
    expect(framingOf(await fetch(site.url + path, asBrowser))).toEqual(REFUSED);
  }
  expect(await (await fetch(`${site.url}/ml/board`, asBrowser)).text()).toContain('location.reload()');
  expect(await (await fetch(`${site.url}/news`, asBrowser)).text()).not.toContain('location.reload()');
  await site.asAdmin('PUT', '/api/admin/settings', settings);
});

test.each(['starting', 'database-down'] as const)('the same holds while the node is %s', async (state) => {
  const listener = takePort('127.0.0.1', 0);
  listener.setHandler(notReadyHandler(state));
  const url = `http://127.0.0.1:${listener.port}`;
  for (const path of FRAMED) {
    const response = await fetch(url + path, asBrowser);
    expect(response.status).toBe(503);
    expect(framingOf(response)).toEqual(ALLOWED);
    expect(await response.text()).toContain('location.reload()');
  }
  for (const path of NOT_FRAMED) expect(framingOf(await fetch(url + path, asBrowser))).toEqual(REFUSED);
  expect(framingOf(await fetch(`${url}/embed`, { headers: { Accept: '*/*' } }))).toEqual(REFUSED);
  const { headers } = await sendRaw(url, { target: '/x/../embed', headers: asBrowser.headers });
  expect(framingOf(new Response(null, { headers }))).toEqual(REFUSED);
  await listener.drain(100);
});
