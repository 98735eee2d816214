/** The browser tests: a real Chromium against real servers, as a phone and as a desktop. */
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const executablePath = findChromium();

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What goes over the wire, and what stands in the head of a page, is the same at every width. */
const AT_ANY_WIDTH = ['weight.spec.ts', 'seo.spec.ts', 'noise.spec.ts'];

export default defineConfig({
  testDir: 'tests/e2e',
  workers: 2,
  // Generous, because two cores carry the browsers and their servers: a test that waits in vain still fails.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // What fails once and then passes is reported by name at the end of the suite.
  retries: 1,
  reporter: 'list',
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
      testIgnore: AT_ANY_WIDTH,
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
