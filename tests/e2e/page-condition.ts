/** What a page is able to do: whether React has hydrated it; after a failed test, whether it runs scripts and draws frames. */
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

/** React marks the elements that it has hydrated. */
export const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );

/**
 * If a page does neither, actions on it wait in vain. Also opens a new page: if that one draws frames, the fault is in
 * the former page and not in the browser.
 */
export async function attachConditions(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus || context.pages().length === 0) return;
  const conditions = await Promise.all(context.pages().map(conditionOf));
  const newPage = context.newPage().then(conditionOf).catch(String);
  conditions.push(await Promise.race([newPage, expired(3 * WITHIN)]));
  await testInfo.attach('pages', { body: conditions.join('\n'), contentType: 'text/plain' });
}
