/** The splash: shown for five seconds on the first page of a session. */
import type { Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './fixtures.ts';
import { expectAccessibleInBothThemes, expectStill } from './page-checks.ts';
import { pauseFromStart, runClockDuring } from './paused-time.ts';

test.use({ splash: true, ...WITH_MOTION });

const splashOf = (page: Page) => page.getByRole('dialog', { name: /Swarna Chakra/ });

test('shows state, wheel, coins and both names for five seconds', async ({ page }) => {
  await pauseFromStart(page);
  await page.goto('/');
  const splash = splashOf(page);
  await expect(splash).toBeVisible();
  await expect(splash).toContainText('Kerala');
  await expect(splash).toContainText('Swarna Chakra');
  await expect(splash).toContainText('സ്വർണ്ണ ചക്ര');
  await expect(splash.locator('.splash-wheel')).toBeVisible();
  await expect(splash.locator('.splash-coins > *')).toHaveCount(30);
  await expect(splash.getByRole('button', { name: 'Skip' })).toBeFocused();
  await page.clock.runFor(4_999);
  await expect(splash).toBeVisible();
  await page.clock.runFor(1);
  await expect(splash).toBeHidden();
  await page.clock.resume();
  await expectStill(page);
});

test('opens before the first contentful paint', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' });
  await expect(splashOf(page)).toBeVisible();
  const { opened, painted } = await page.evaluate(async () => {
    // An earlier paint may have drawn only the background.
    const painted = await new Promise<number>((resolve) =>
      new PerformanceObserver((list) => {
        const [content] = list.getEntriesByName('first-contentful-paint');
        if (content) resolve(content.startTime);
      }).observe({ type: 'paint', buffered: true }),
    );
    const splash = document.querySelector<HTMLDialogElement>('dialog.splash');
    return { opened: Number(splash?.dataset['since']), painted };
  });
  expect(opened).toBeLessThan(painted);
});

test('appears once in a session, also when navigating to another page', async ({ page }) => {
  await pauseFromStart(page);
  await page.goto('/');
  await splashOf(page).getByRole('button', { name: 'Skip' }).click();
  await expect(splashOf(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Today’s results', exact: true })).toBeVisible();
  await expect(splashOf(page)).toBeHidden();
  await page.goto('/news');
  await expect(splashOf(page)).toBeHidden();
});

test('appears neither in a second tab of the session nor in a tab that has slept, but in a later session', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(splashOf(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('/');
  await expect(second.getByRole('heading', { name: 'Today’s results', exact: true })).toBeVisible();
  await expect(splashOf(second)).toBeHidden();

  const setLastVisit = (hours: number) =>
    second.evaluate((age) => {
      localStorage.setItem('splash', String(Date.now() - age * 3_600_000));
      Storage.prototype.setItem = () => {};
    }, hours);
  await page.close();
  await setLastVisit(5);
  await second.reload();
  await expect(second.getByRole('heading', { name: 'Today’s results', exact: true })).toBeVisible();
  await expect(splashOf(second)).toBeHidden();
  await setLastVisit(5);
  const later = await context.newPage();
  await later.goto('/');
  await expect(splashOf(later)).toBeVisible();
});

test('Escape closes it, and the page can be used', async ({ page }) => {
  await pauseFromStart(page);
  await page.goto('/');
  await expect(splashOf(page)).toBeVisible();
  // The page behind the splash cannot receive the focus.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(splashOf(page)).toBeHidden();
  await page.getByRole('link', { name: '05:00 PM' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('shows Malayalam names, also after the redirect from the root URL', async ({ page }) => {
  await pauseFromStart(page);
  await page.addInitScript(() => localStorage.setItem('language', 'ml'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/ml$/);
  await expect(splashOf(page)).toBeVisible();
  await expect(splashOf(page)).toContainText('കേരളം');
  await expect(splashOf(page).getByRole('button', { name: 'ഒഴിവാക്കുക' })).toBeVisible();
});

test('is accessible in both themes and languages', async ({ page }) => {
  await pauseFromStart(page);
  for (const path of ['/', '/ml']) {
    await page.goto(path);
    const splash = splashOf(page);
    await expect(splash).toBeVisible();
    // The fade-out follows the browser's own time and is not checked.
    await splash.evaluate((it) => it.getAnimations().map((animation) => animation.cancel()));
    await runClockDuring(page, expectAccessibleInBothThemes(page));
    await expect(splash).toBeVisible();
    await page.evaluate(() => {
      sessionStorage.clear();
      // Leaving the page would store the time of the visit again.
      Storage.prototype.setItem = () => {};
      localStorage.clear();
    });
  }
});

test('is not shown in the admin area', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('button').first()).toBeVisible();
  await expect(page.locator('dialog.splash')).toHaveCount(0);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('is not shown at all', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Today’s results', exact: true })).toBeVisible();
    await expect(page.locator('dialog.splash')).toBeHidden();
  });
});
