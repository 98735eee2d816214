/** Tells of the pages of a failed test whether they still run scripts and draw frames: if not, actions wait in vain. */
import type { BrowserContext, Page, TestInfo } from '@playwright/test';

const WITHIN = 3_000;

const expired = (milliseconds: number): Promise<string> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, `not within ${milliseconds} ms`));

const within = (work: Promise<unknown>): Promise<string> =>
  Promise.race([work.then(() => 'yes', String), expired(WITHIN)]);

/** In a world of its own, because a paused clock replaces the page's `requestAnimationFrame`. */
async function nextFrame(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  return session.send('Runtime.evaluate', {
    expression: 'new Promise(requestAnimationFrame)',
    contextId: world.executionContextId,
    awaitPromise: true,
  });
}

async function conditionOf(page: Page): Promise<string> {
  const scripts = await within(page.evaluate(() => 1));
  const frames = await within(nextFrame(page));
  return `${page.url()}: runs scripts: ${scripts}; draws frames: ${frames}`;
}

/** Also opens a new page: if that one draws frames, the fault is in the former page and not in the browser. */
export async function attachConditions(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus || context.pages().length === 0) return;
  const conditions = await Promise.all(context.pages().map(conditionOf));
  const newPage = context.newPage().then(conditionOf).catch(String);
  conditions.push(await Promise.race([newPage, expired(3 * WITHIN)]));
  await testInfo.attach('pages', { body: conditions.join('\n'), contentType: 'text/plain' });
}
