/** What a visitor's browser has to fetch: measured on the wire, on every public page. */
import type { Browser, Response } from '@playwright/test';
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, test } from './fixtures.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

const KB = 1_000;
const MOST_SCRIPT = 120 * KB;
const MOST_FONT = 70 * KB;

/** Words that only the panel has: if the build ever mixes the two, they turn up here. */
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

/** Everything that opening a page makes a fresh browser fetch, until the page is alive and quiet. */
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

const sum = (fetched: Fetched[]): number => fetched.reduce((total, { bytes }) => total + bytes, 0);

for (const language of LANGUAGES) {
  test(`every public page is light in ${language}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    for (const page of PUBLIC_PAGES) {
      const address = baseURL + addressIn(language, page);
      const fetched = await open(browser, address);
      const scripts = fetched.filter(({ type }) => type === 'script');
      const fonts = fetched.filter(({ type }) => type === 'font');
      const weights = `${address}: ${sum(scripts)} B of script, ${sum(fonts)} B of fonts`;
      console.log(weights);

      expect(fetched.filter(({ url }) => !url.startsWith(`${baseURL}/`))).toEqual([]);
      for (const { url, encoding } of scripts) expect([url, encoding]).toEqual([url, 'br']);
      // A measure that sees nothing would find every page light.
      expect(sum(scripts), weights).toBeGreaterThan(50 * KB);
      expect(sum(scripts), weights).toBeLessThanOrEqual(MOST_SCRIPT);
      expect(sum(fonts), weights).toBeGreaterThan(20 * KB);
      expect(sum(fonts), weights).toBeLessThanOrEqual(MOST_FONT);
      for (const words of PANEL_ONLY) {
        expect(scripts.filter(({ text }) => text.includes(words)).map(({ url }) => url)).toEqual([]);
      }
    }
  });
}

test('the panel does have what public pages must not', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await page.goto('/admin/login');
  await page.waitForLoadState('networkidle');
  const panel = (await Promise.all(scripts)).join('');
  expect(PANEL_ONLY.filter((words) => !panel.includes(words))).toEqual([]);
});
