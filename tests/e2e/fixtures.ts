/** What every browser test stands on: a server for each worker, and a page that must stay quiet. */
import { test as base, expect } from '@playwright/test';
import { type RunningServer, startServer } from '../support/server.ts';

type Fixtures = {
  /** Whether a page begins with the splash, as it does for a new visitor; most tests are about what is beneath. */
  splash: boolean;
  /** Says that a complaint which matches is part of the test. */
  allowNoise: (pattern: RegExp) => void;
};

/** Half past nine in the morning in India: no draw is near, whatever the time is where the tests run. */
export const CLOCK_START = '2026-11-15T04:00:00.000Z';

export const test = base.extend<Fixtures, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const server = await startServer({ CLOCK_START });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: ({ server }, use) => use(server.url),

  splash: [false, { option: true }],

  context: async ({ context, splash }, use) => {
    if (!splash) {
      await context.addInitScript(() => {
        // The blank page that a tab begins with has no storage.
        if (location.protocol !== 'about:') sessionStorage.setItem('splash', 'seen');
      });
    }
    await use(context);
  },

  allowNoise: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const noise: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') noise.push(`console: ${message.text()}`);
      });
      context.on('weberror', (failure) => noise.push(`page: ${failure.error().stack}`));
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText;
        // The browser itself cancels what it no longer needs when a page is left.
        if (reason !== 'net::ERR_ABORTED') noise.push(`request: ${request.url()} ${reason}`);
      });
      await use((pattern) => allowed.push(pattern));
      expect(noise.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
