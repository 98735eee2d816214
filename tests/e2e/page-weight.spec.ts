/** What a visitor's browser has to fetch on every public page, in bytes over the wire. */
import type { Browser, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

const KB = 1_000;
const MOST_SCRIPT = 120 * KB;
const MOST_FONT = 70 * KB;

/** Text that only the panel has: it would be here if the build mixed the two. */
const PANEL_ONLY = ['Create Admin Account', '/api/admin/'];

interface Fetched {
  url: string;
  type: string;
  /** As it came over the wire. */
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

/** Everything that a new browser fetches to open a page, until it fetches nothing more. */
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
  // A measure that counts nothing would find every page light.
  expect(sum(scripts), weights).toBeGreaterThan(50 * KB);
  expect(sum(scripts), weights).toBeLessThanOrEqual(MOST_SCRIPT);
  expect(sum(fonts), weights).toBeGreaterThan(20 * KB);
  expect(sum(fonts), weights).toBeLessThanOrEqual(MOST_FONT);
  for (const words of PANEL_ONLY) {
    expect(scripts.filter(({ text }) => text.includes(words)).map(({ url }) => url)).toEqual([]);
  }
}

test('every public page is light', async ({ browser, server }) => {
  const { url: baseURL } = server;
  // The scripts of both languages are the same but for their texts, and the Malayalam ones are longer.
  const addresses = ['/', ...ROUTES.map((page) => addressIn('ml', page))].map((path) => baseURL + path);
  // A few at a time: each waits for half a second in which nothing more may be fetched.
  while (addresses.length > 0) {
    const group = addresses.splice(0, 5);
    const fetched = await Promise.all(group.map((address) => open(browser, address)));
    for (const [index, address] of group.entries()) expectLight(address, fetched[index] ?? [], baseURL);
  }
});

test('the panel does have the text that public pages must not have', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await page.goto('/admin/login');
  await page.waitForLoadState('networkidle');
  const panel = (await Promise.all(scripts)).join('');
  expect(PANEL_ONLY.filter((words) => !panel.includes(words))).toEqual([]);
});
