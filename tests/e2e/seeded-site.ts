/** Browser tests on a site that has content, and whose clock stands in the afternoon of 15 November 2026. */

import { seedSite } from '../support/seed-site.ts';
import { makeDataDir, type RunningServer, startServer } from '../support/server.ts';
import { test as base, expect as baseExpect } from './fixtures.ts';
import { CLOCK_START, SITE_CONTENT } from './site-content.ts';

export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const dataDir = makeDataDir();
      seedSite(dataDir.path, SITE_CONTENT);
      const server = await startServer({ DATA_DIR: dataDir.path, CLOCK_START });
      await use(server);
      await server.stop();
      dataDir.remove();
    },
    { scope: 'worker' },
  ],
});

/** Patient, for the machine that runs the tests may have much else to do. */
export const expect = baseExpect.configure({ timeout: 15_000 });
