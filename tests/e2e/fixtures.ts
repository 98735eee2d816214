/** The base of every browser test: the sites of its worker, and a page that must not report errors. */
import { test as base, expect } from '@playwright/test';
import { attachConditions } from './page-condition.ts';
import { type HostedServer, type Servers, startServerHost } from './servers.ts';
import { type Site, type SiteName, type SiteServers, shareSites } from './site-servers.ts';

type Fixtures = {
  /** Which of the worker's sites the test uses. */
  siteName: SiteName;
  site: Site;
  server: HostedServer;
  /** Whether pages start with the splash, as they do for a new visitor. */
  splash: boolean;
  /** Whether pages load the code of other pages in advance, which takes half as long as opening them. */
  preload: boolean;
  /** Allows errors whose text matches. */
  allowErrors: (pattern: RegExp) => void;
};

/** For tests on small screens. */
export const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

/** For tests of animations: all other tests use reduced motion. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

let clients = 0;

/** An address that no other test of this worker has used: the server limits requests by client. */
export function newClientAddress(): string {
  clients += 1;
  return `198.18.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}

// All worker fixtures are defined here: a file that added one would make Playwright start another worker.
export const test = base.extend<Fixtures, { servers: Servers; siteServers: SiteServers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const servers = await startServerHost();
      await use(servers);
      await servers.end();
    },
    { scope: 'worker' },
  ],

  siteServers: [
    async ({ servers }, use) => {
      const sites = shareSites(servers);
      await use(sites);
      await sites.stop();
    },
    { scope: 'worker' },
  ],

  siteName: ['public', { option: true }],
  site: async ({ siteServers, siteName }, use) => use(await siteServers.get(siteName)),
  server: ({ site }, use) => use(site.server),
  baseURL: ({ server }, use) => use(server.url),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': newClientAddress() }),

  splash: [false, { option: true }],
  preload: [false, { option: true }],

  context: async ({ context, splash, preload }, use, testInfo) => {
    if (!splash) {
      await context.addInitScript(() => {
        // The initial blank page of a tab has no storage.
        if (location.protocol !== 'about:') sessionStorage.setItem('splash', 'seen');
      });
    }
    if (!preload) {
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
    }
    await use(context);
    await attachConditions(context, testInfo);
  },

  allowErrors: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console: ${message.text()}`);
      });
      context.on('weberror', (failure) => errors.push(`page: ${failure.error().stack}`));
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText;
        // The browser cancels pending requests when it leaves a page.
        if (reason !== 'net::ERR_ABORTED') errors.push(`request: ${request.url()} ${reason}`);
      });
      await use((pattern) => allowed.push(pattern));
      expect(errors.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
