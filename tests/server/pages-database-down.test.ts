/** Pages while the database is down: a 503 with the text for it, in the language of the page. */
import { describe, expect, test } from 'bun:test';
import { DatabaseDown } from '../../src/server/errors.ts';
import type { Pages } from '../../src/server/http/pages.ts';
import { builtSite } from '../../src/server/http/site.ts';
import { en } from '../../src/web/i18n/en.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import type { PageServices } from '../../src/web/page-services.ts';

const BASE_URL = 'http://127.0.0.1:1';
const SITE = { baseUrl: BASE_URL, contactEmail: 'a@example.org', contactPhone: '1', officialSiteUrl: null };

/** Every page service that needs the database fails; the others work. */
function loadPages(failure: () => Error): Promise<Pages> {
  const reported: unknown[] = [];
  const working: Partial<PageServices> = {
    now: () => Date.parse('2026-11-15T06:30:00.000Z'),
    site: () => SITE,
    cursor: () => 'e.1',
    reportError: (error) => void reported.push(error),
  };
  const services = new Proxy({} as PageServices, {
    get: (_, name) => working[name as keyof PageServices] ?? (() => Promise.reject(failure())),
    ownKeys: () => [...Object.keys(working), 'settings', 'drawsOf', 'days', 'months', 'news', 'faqs'],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  return builtSite.loadPages({ services: () => services, baseUrl: BASE_URL });
}

describe.each([
  ['/', en],
  ['/news', en],
  ['/ml/results', ml],
] as const)('%s', (address, words) => {
  test('returns 503 with Retry-After and the text for it', async () => {
    const page = await (await loadPages(() => new DatabaseDown(new Error('gone')))).show(address);
    expect(page.status).toBe(503);
    expect(page.headers.get('Retry-After')).toBe('2');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain(words.unreachable.title);
    expect(html).not.toContain('The database does not respond');
    expect(html).not.toContain(words.maintenance.title);
  });

  test('returns 500 for any other error', async () => {
    const page = await (await loadPages(() => new Error('a bug'))).show(address);
    expect(page.status).toBe(500);
    expect(await page.text()).toContain(words.problem.failedTitle);
  });
});
