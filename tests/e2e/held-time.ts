/** Holds the time of a page still, so that a slow machine changes nothing; the test lets it pass. */
import type { Page } from '@playwright/test';
import { CLOCK_START } from './fixtures.ts';

const START = new Date(CLOCK_START);

export async function holdTime(page: Page): Promise<void> {
  await page.clock.install({ time: START });
  await page.clock.pauseAt(START.getTime() + 1_000);
}

/** Lets as little time pass as some work on the page needs, which waits for its timers now and then. */
export async function letPassDuring(page: Page, work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await page.clock.runFor(1);
  await done;
}
