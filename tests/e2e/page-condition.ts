/** Tells of the pages of a failed test whether they still run scripts and draw frames: if not, actions wait in vain. */
import type { BrowserContext, Page, TestInfo } from '@playwright/test';

const WITHIN = 3_000;

const within = (work: Promise<unknown>): Promise<string> =>
  Promise.race([
    work.then(
      () => 'yes',
      (error: unknown) => String(error),
    ),
    new Promise<string>((resolve) => setTimeout(resolve, WITHIN, `not within ${WITHIN} ms`)),
  ]);

async function conditionOf(page: Page): Promise<string> {
  const scripts = await within(page.evaluate(() => 1));
  const frames = await within(page.evaluate(() => new Promise(requestAnimationFrame)));
  return `${page.url()}: runs scripts: ${scripts}; draws frames: ${frames}`;
}

export async function attachConditions(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const conditions = await Promise.all(context.pages().map(conditionOf));
  await testInfo.attach('pages', { body: conditions.join('\n'), contentType: 'text/plain' });
}
