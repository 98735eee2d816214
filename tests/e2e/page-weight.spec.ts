/** The transferred bytes of every public page. */
import type { Browser, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

const KB = 1_000;
const MOST_SCRIPT = 120 * KB;
const MOST_FONT = 70 * KB;

/** Text of the panel, which must not be part of public scripts. */
const PANEL_ONLY = ['Create Admin Account', '/api/admin/'];

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
  const context = await browser.newContext();
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

/** Filters do not change what a page fetches. */
const ROUTES = PUBLIC_PAGES.filter((page) => !page.includes('?') || page === '/results?all=1');

const sum = (fetched: Fetched[]): number => fetched.reduce((total, { bytes }) => total + bytes, 0);

function expectLight(address: string, fetched: Fetched[], baseURL: string): void {
  const scripts = fetched.filter(({ type }) => type === 'script');
  const fonts = fetched.filter(({ type }) => type === 'font');
  const weights = `${address}: ${sum(scripts)} B of script, ${sum(fonts)} B of fonts`;
  expect(fetched.filter(({ url }) => !url.startsWith(`${baseURL}/`))).toEqual([]);
  for (const { url, encoding } of scripts) expect([url, encoding]).toEqual([url, 'br']);
  // Fails if nothing is counted.
  expect(sum(scripts), weights).toBeGreaterThan(50 * KB);
  expect(sum(scripts), weights).toBeLessThanOrEqual(MOST_SCRIPT);
  expect(sum(fonts), weights).toBeGreaterThan(20 * KB);
  expect(sum(fonts), weights).toBeLessThanOrEqual(MOST_FONT);
  for (const words of PANEL_ONLY) {
    expect(scripts.filter(({ text }) => text.includes(words)).map(({ url }) => url)).toEqual([]);
  }
}

test('every public page stays within its limits', async ({ browser, server }) => {
  const { url: baseURL } = server;
  // Only the texts differ between languages, and the Malayalam texts are longer.
  const addresses = ['/', ...ROUTES.map((page) => addressIn('ml', page))].map((path) => baseURL + path);
  // A few at a time: each waits until the network is idle for half a second.
  while (addresses.length > 0) {
    const group = addresses.splice(0, 5);
    const fetched = await Promise.all(group.map((address) => open(browser, address)));
    for (const [index, address] of group.entries()) expectLight(address, fetched[index] ?? [], baseURL);
  }
});

test('the panel contains the text that public pages must not contain', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await page.goto('/admin/login');
  await page.waitForLoadState('networkidle');
  const panel = (await Promise.all(scripts)).join('');
  expect(PANEL_ONLY.filter((words) => !panel.includes(words))).toEqual([]);
});
