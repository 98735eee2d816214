/** Holds the time of a page still, so that a slow machine changes nothing; the test lets it pass. */
import type { Page } from '@playwright/test';

const START = new Date('2026-11-15T04:00:00.000Z');

export async function holdTime(page: Page): Promise<void> {
  await page.clock.install({ time: START });
  await page.clock.pauseAt(START.getTime() + 1_000);
}
