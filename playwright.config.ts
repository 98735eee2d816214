/** The browser tests: a real Chromium against real servers. */
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

export default defineConfig({
  testDir: 'tests/e2e',
  // One more than the cores of the smallest machine that runs them: tests also wait.
  workers: 3,
  fullyParallel: true,
  // Long, because two cores run the browsers and their servers; a test that passes never waits for it.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Animations cost a software renderer much time, and move what a test is about to click.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    // Most tests are about pages that come from the server.
    serviceWorkers: 'block',
  },
});
