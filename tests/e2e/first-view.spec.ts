/** What the first view of a page waits for, and what the splash costs while the app starts. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './fixtures.ts';
import { nextConnection, pauseFromStart } from './paused-time.ts';

test('scripts are fetched after the HTML and the fonts', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(3);
  expect(preloads.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
});

interface TraceEvent {
  name: string;
  args?: { beginData?: { stackTrace?: { functionName: string; url: string }[] } };
}

const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack'];
const RENDERING = ['Layout', 'UpdateLayoutTree'];

/** The functions that made the browser compute style or layout at once, instead of with the next frame. */
function forcedRendering(trace: Buffer): string[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  return traceEvents
    .filter(({ name }) => RENDERING.includes(name))
    .flatMap(({ name, args }) => {
      const [caller] = args?.beginData?.stackTrace ?? [];
      return caller ? [`${name}: ${caller.functionName} ${caller.url}`] : [];
    });
}

/** In a tab of its own, which stays open: React Router reads the scroll position of a page that is closed. */
async function openInTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const stream = nextConnection(page);
  await page.goto(path);
  await stream;
  // Until the whole page is hydrated.
  await page.waitForTimeout(500);
  return page;
}

/** A function that forces both. */
const measureAtOnce = (page: Page) =>
  page.evaluate(function measureAtOnce() {
    document.body.append('text');
    return document.body.offsetHeight;
  });

interface Rendering {
  styles: number;
  layouts: number;
}

async function countRendering(session: CDPSession): Promise<Rendering> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { styles: metricOf('RecalcStyleCount'), layouts: metricOf('LayoutCount') };
}

/** What the page itself computes in a while, and how many animations of the splash run then. */
async function observeSplash(page: Page, session: CDPSession): Promise<Rendering & { running: number }> {
  const before = await countRendering(session);
  await page.waitForTimeout(500);
  const after = await countRendering(session);
  const running = await page
    .locator('dialog.splash')
    .evaluate(
      (splash) =>
        splash.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running').length,
    );
  return { styles: after.styles - before.styles, layouts: after.layouts - before.layouts, running };
}

const animatedProperties = (page: Page): Promise<string[]> =>
  page.locator('dialog.splash').evaluate((splash) => {
    const keyframes = splash
      .getAnimations({ subtree: true })
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes());
    const others = ['offset', 'computedOffset', 'easing', 'composite'];
    return [...new Set(keyframes.flatMap(Object.keys))].filter((name) => !others.includes(name)).sort();
  });

/** From the beginning, and so slowly that they still run when the app has started on a slow machine. */
const playSlowly = (page: Page): Promise<void> =>
  page.locator('dialog.splash').evaluate((splash) => {
    for (const animation of splash.getAnimations({ subtree: true })) {
      animation.playbackRate = 0.01;
      animation.currentTime = 0;
      animation.play();
    }
  });

const COINS = 30;
/** Wheel, name, coins and the whole splash. */
const ANIMATIONS = 1 + 1 + COINS + 1;

test.describe('splash', () => {
  // A small window, because a software renderer draws every frame.
  test.use({ splash: true, viewport: { width: 360, height: 640 }, ...WITH_MOTION });

  test('opens without forced style or layout, and so does the page behind it', async ({
    browser,
    page,
    context,
  }) => {
    // Each tab begins a session.
    await context.addInitScript(() => location.protocol === 'about:' || localStorage.clear());
    await browser.startTracing(page, { categories: TRACED });
    const tabs: Page[] = [];
    tabs.push(await openInTab(context, '/'));
    // Fails if nothing is traced.
    await measureAtOnce(page);
    const forced = forcedRendering(await browser.stopTracing());
    expect(forced).toEqual(['UpdateLayoutTree: measureAtOnce ', 'Layout: measureAtOnce ']);
    for (const tab of tabs) {
      await expect(tab.locator('dialog.splash'), 'it was opened').toHaveAttribute('data-since');
    }
  });

  test('is drawn by the compositor alone', async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    // The splash stays open. Its animations do not follow the paused clock.
    await pauseFromStart(page);
    await page.goto('/help');
    expect(await animatedProperties(page)).toEqual(['opacity', 'transform']);
    await playSlowly(page);
    // Not at first, while the app starts.
    await expect
      .poll(() => observeSplash(page, session))
      .toEqual({ styles: 0, layouts: 0, running: ANIMATIONS });
  });
});
