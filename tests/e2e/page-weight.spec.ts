/** The transferred bytes of every public page. */
import type { APIRequestContext, Browser, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { allScripts } from './page-scripts.ts';
import { addressIn, PUBLIC_PAGES, statusOf } from './public-pages.ts';

const KB = 1_000;
const MOST_SCRIPT = 120 * KB;
const MOST_FONT = 70 * KB;

/** Text of the panel, which must not be part of public scripts. */
const PANEL_ONLY = ['Create Admin Account', '/api/admin/'];

/** Texts in the scripts of the synthesizer, of the subscription to notifications, and of the check of a draw. */
const USED_LATER = ['OscillatorNode', 'applicationServerKey', 'shortSignatures'];

interface Fetched {
  url: string;
  type: string;
  /** The transferred size. */
  bytes: number;
  encoding: string | undefined;
  text: string;
}

async function describe(response: Response): Promise<Fetched> {
  const request = response.request();
  const { responseBodySize } = await request.sizes();
  const type = request.resourceType();
  return {
    url: response.url(),
    type,
    bytes: responseBodySize,
    encoding: response.headers()['content-encoding'],
    text: type === 'script' ? await response.text() : '',
  };
}

/** All requests of a new browser for a page, until the network is idle. */
async function open(browser: Browser, address: string): Promise<Fetched[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(address);
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  await page.waitForTimeout(500);
  const fetched = await Promise.all(
    responses.filter((response) => !response.url().includes('/api/live')).map(describe),
  );
  await context.close();
  return fetched;
}

const sum = (fetched: Fetched[]): number => fetched.reduce((total, { bytes }) => total + bytes, 0);

function expectLightScripts(address: string, scripts: Fetched[]): void {
  const weight = `${address}: ${sum(scripts)} B of script`;
  for (const { url, encoding } of scripts) expect([url, encoding]).toEqual([url, 'br']);
  // Fails if nothing is counted.
  expect(sum(scripts), weight).toBeGreaterThan(50 * KB);
  expect(sum(scripts), weight).toBeLessThanOrEqual(MOST_SCRIPT);
  for (const words of PANEL_ONLY) {
    expect(scripts.filter(({ text }) => text.includes(words)).map(({ url }) => url)).toEqual([]);
  }
}

test('what a browser fetches stays within the limits of scripts and fonts, without what is used later', async ({
  browser,
  server,
}) => {
  const { url: baseURL } = server;
  // Fails if the words are no longer those of the build.
  expect(USED_LATER.filter((words) => !allScripts().includes(words))).toEqual([]);
  // Malayalam pages have the fonts of both scripts.
  for (const path of ['/ml', '/ml/draws/SC151120261']) {
    const fetched = await open(browser, baseURL + path);
    const fonts = fetched.filter(({ type }) => type === 'font');
    const weight = `${path}: ${sum(fonts)} B of fonts`;
    expect(fetched.filter(({ url }) => !url.startsWith(`${baseURL}/`))).toEqual([]);
    const scripts = fetched.filter(({ type }) => type === 'script');
    expectLightScripts(path, scripts);
    const loaded = scripts.map(({ text }) => text).join('');
    expect(loaded).toContain('hydrateRoot');
    expect(USED_LATER.filter((words) => loaded.includes(words))).toEqual([]);
    expect(sum(fonts), weight).toBeGreaterThan(20 * KB);
    expect(sum(fonts), weight).toBeLessThanOrEqual(MOST_FONT);
  }
});

async function fetchScript(request: APIRequestContext, url: string): Promise<Fetched> {
  const response = await request.get(url, { headers: { 'Accept-Encoding': 'br' } });
  const { 'content-length': bytes, 'content-encoding': encoding } = response.headers();
  return { url, type: 'script', bytes: Number(bytes), encoding, text: await response.text() };
}

/** Finds the scripts that the HTML of a page names, which are all that it needs to start. Fetches each one once. */
function createScriptFinder(request: APIRequestContext): (address: string) => Promise<Fetched[]> {
  const scripts = new Map<string, Promise<Fetched>>();
  return async (address) => {
    const html = await (await request.get(address)).text();
    const urls = new Set([...html.matchAll(/"(\/assets\/[\w-]+\.js)"/g)].map(([, url = '']) => url));
    return Promise.all(
      [...urls].map((url) => {
        const script = scripts.get(url) ?? fetchScript(request, url);
        scripts.set(url, script);
        return script;
      }),
    );
  };
}

/** Filters do not change what a page fetches, and a missing page fetches no scripts. */
const ROUTES = PUBLIC_PAGES.filter(
  (page) => (!page.includes('?') || page === '/results?all=1') && statusOf(page) === 200,
);

test('the scripts of every public page stay within the limit; the panel has what they must not have', async ({
  request,
}) => {
  // Only the texts differ between languages, and the Malayalam texts are longer.
  const scriptsNamedBy = createScriptFinder(request);
  for (const path of ROUTES.map((page) => addressIn('ml', page)))
    expectLightScripts(path, await scriptsNamedBy(path));
  const panel = (await scriptsNamedBy('/admin/login')).map(({ text }) => text).join('');
  expect(PANEL_ONLY.filter((words) => !panel.includes(words))).toEqual([]);
});
