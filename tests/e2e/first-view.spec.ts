/** What the first view of a page waits for, and what the splash costs while the app starts. */
import type { CDPSession } from '@playwright/test';
import { expect, test, WITH_MOTION } from './fixtures.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

interface Timing {
  name: string;
  renderBlockingStatus: string;
}

test('no public page waits for another file before its first paint', async ({ page }) => {
  const pages = [...PUBLIC_PAGES.flatMap((path) => [path, addressIn('ml', path)]), '/board', '/embed'];
  for (const path of pages) {
    await page.goto(path);
    const requests: Timing[] = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.toJSON() as Timing)
        .map(({ name, renderBlockingStatus }) => ({ name, renderBlockingStatus })),
    );
    // Fails if nothing is recorded.
    expect(requests.length, path).toBeGreaterThan(3);
    expect(requests.filter(({ renderBlockingStatus }) => renderBlockingStatus !== 'non-blocking')).toEqual([]);
  }
});

test('scripts are fetched after the HTML and the fonts', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(3);
  expect(preloads.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
});

test('what is used later is not loaded with the page', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text());
  });
  const stream = page.waitForResponse(/\/api\/live/);
  await page.goto('/');
  await stream;
  const loaded = scripts.join('');
  // Synthesizer, check of a number, subscription to notifications, check of a draw.
  for (const words of ['createOscillator', 'pushManager.subscribe', 'shortSignatures', 'inclusion'])
    expect(loaded).not.toContain(words);
  expect(loaded).toContain('hydrateRoot');
});

async function countRendering(session: CDPSession): Promise<{ styles: number; layouts: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { styles: value('RecalcStyleCount'), layouts: value('LayoutCount') };
}

test.describe('splash', () => {
  test.use({ splash: true, ...WITH_MOTION });

  test('the compositor alone draws it', async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const stream = page.waitForResponse(/\/api\/live/);
    // A page without a clock.
    await page.goto('/help');
    await stream;
    const splash = page.locator('dialog.splash');
    await expect(splash).toBeVisible();
    // The name has risen, and the app has started.
    await page.waitForTimeout(1_000);
    const before = await countRendering(session);
    await page.waitForTimeout(1_500);
    const after = await countRendering(session);
    await expect(splash).toBeVisible();
    const animations = await splash.evaluate((dialog) =>
      dialog
        .getAnimations({ subtree: true })
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
        .flatMap((keyframe) => Object.keys(keyframe)),
    );
    expect(new Set(animations)).toEqual(
      new Set(['transform', 'opacity', 'offset', 'computedOffset', 'easing', 'composite']),
    );
    expect(after.layouts - before.layouts).toBe(0);
    // Each of thirty coins would need several: the first frames of the page itself may need one.
    expect(after.styles - before.styles).toBeLessThanOrEqual(2);
  });

  test('it opens without a forced layout, and is modal from the second frame', async ({ page }) => {
    await page.addInitScript(() => {
      const counted = { layouts: 0 };
      Object.assign(window, { counted });
      const { showModal } = HTMLDialogElement.prototype;
      HTMLDialogElement.prototype.showModal = function () {
        if (document.readyState === 'loading' && performance.getEntriesByType('paint').length === 0)
          counted.layouts += 1;
        showModal.call(this);
      };
    });
    await page.goto('/help');
    await expect(page.locator('dialog.splash:modal')).toBeVisible();
    expect(
      await page.evaluate(() => (window as unknown as { counted: { layouts: number } }).counted.layouts),
    ).toBe(0);
  });
});
