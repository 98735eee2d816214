/** The splash: shown for five seconds on the first page of a session, with sound if the browser allows it. */
import type { Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './fixtures.ts';
import { expectAccessibleInBothThemes, expectStill } from './page-checks.ts';
import { scriptWith } from './page-scripts.ts';
import { nextConnection, pauseFromStart, runClockDuring } from './paused-time.ts';
import { readSounds, recordSounds } from './recorded-sounds.ts';

// A small window, because a software renderer draws every frame.
test.use({ splash: true, viewport: { width: 360, height: 640 }, ...WITH_MOTION });

/** The first moments of the blips, by which their script is found. */
const BLIPS = '[200,600,1200,';

/** How long the sound player waits for the browser's permission, in milliseconds. */
const PATIENCE = 300;

const splashOf = (page: Page) => page.getByRole('dialog', { name: /Swarna Chakra/ });
const contentOf = (page: Page) => page.getByRole('heading', { name: 'Today’s results', exact: true });

/**
 * Resolves when the page has decided whether to ask for sound. Until then nothing may be evaluated in it, which
 * expectations do: Playwright evaluates as if the visitor had touched the page, and the browser then allows sound.
 */
async function openPausedWithSound(page: Page): Promise<void> {
  await pauseFromStart(page);
  await recordSounds(page);
  // The page opens its stream when its scripts have started.
  const stream = nextConnection(page);
  const soundCode = page.waitForResponse((response) => response.url().endsWith(scriptWith(BLIPS)));
  await page.goto('/');
  await stream;
  await (await soundCode).finished();
  await page.waitForTimeout(500);
}

/** Lets the page ask for permission to play, and the browser respond. */
async function letAsk(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await page.clock.runFor(PATIENCE);
  await page.waitForTimeout(500);
}

test('shows state, wheel, coins and both names for five seconds; a later click plays no sound', async ({
  page,
}) => {
  await openPausedWithSound(page);
  const splash = splashOf(page);
  await expect(splash).toBeVisible();
  await expect(splash).toContainText('Kerala');
  await expect(splash).toContainText('Swarna Chakra');
  await expect(splash).toContainText('സ്വർണ്ണ ചക്ര');
  await expect(splash.locator('.splash-wheel')).toBeVisible();
  await expect(splash.locator('.splash-coins > *')).toHaveCount(30);
  await letAsk(page);
  await expect(splash.getByRole('button', { name: 'Skip' })).toBeFocused();
  await page.clock.runFor(4_999 - PATIENCE);
  await expect(splash).toBeVisible();
  await page.clock.runFor(1);
  await expect(splash).toBeHidden();
  await contentOf(page).click();
  await letAsk(page);
  expect(await readSounds(page)).toEqual([]);
  await page.clock.resume();
  await expectStill(page);
});

test('blocked sound opens no audio device before the first click, and then the remaining blips keep their times', async ({
  page,
}) => {
  await page.addInitScript(() => {
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super();
        document.documentElement.dataset['audio'] = '';
      }
    };
  });
  await openPausedWithSound(page);
  await letAsk(page);
  expect(await readSounds(page)).toEqual([]);
  await expect(page.locator('html')).not.toHaveAttribute('data-audio');

  await page.clock.runFor(1_500 - PATIENCE);
  await page.locator('.splash-name').click();
  await expect.poll(async () => (await readSounds(page)).length).toBe(7);
  await expect(page.locator('html')).toHaveAttribute('data-audio');
  // Two voices rise and fall; the others are blips.
  const [rising, falling, ...blips] = await readSounds(page);
  expect([rising?.delay, falling?.delay]).toEqual([0, 0]);
  const moments = blips.map(({ delay }) => 1_500 + delay * 1_000);
  for (const [index, moment] of [1_800, 2_400, 3_000, 3_600, 4_200].entries()) {
    expect(Math.abs((moments[index] ?? 0) - moment)).toBeLessThan(100);
  }
});

/** When the splash opened and when the browser first painted content, in milliseconds. */
const readFirstPaint = (page: Page): Promise<{ opened: number; painted: number }> =>
  page.evaluate(async () => {
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

test('opens before the first paint, in no second tab, in no tab that has slept, but in a later session; it plays nothing with the sound off', async ({
  page,
  context,
}) => {
  await page.goto('/', { waitUntil: 'commit' });
  await expect(splashOf(page)).toBeVisible();
  const { opened, painted } = await readFirstPaint(page);
  expect(opened).toBeLessThan(painted);

  const second = await context.newPage();
  await second.goto('/news');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(splashOf(second)).toBeHidden();
  const setLastVisit = (hours: number) =>
    second.evaluate((age) => {
      localStorage.setItem('splash', String(Date.now() - age * 3_600_000));
      Storage.prototype.setItem = () => {};
    }, hours);
  await page.close();
  await setLastVisit(5);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(splashOf(second)).toBeHidden();

  await setLastVisit(5);
  const later = await context.newPage();
  await later.addInitScript(() => localStorage.setItem('sound', 'off'));
  await openPausedWithSound(later);
  await expect(splashOf(later)).toBeVisible();
  await later.locator('.splash-name').click();
  await letAsk(later);
  expect(await readSounds(later)).toEqual([]);
});

test('in Malayalam, after the redirect from the root URL and without audio, it is accessible, keeps the focus, and closes with Escape', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('language', 'ml');
    Reflect.deleteProperty(globalThis, 'AudioContext');
  });
  const reported = page.waitForEvent('console', (message) => message.text() === 'Audio not supported');
  await pauseFromStart(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/ml$/);
  const splash = splashOf(page);
  await expect(splash).toBeVisible();
  await reported;
  await expect(splash).toContainText('കേരളം');
  await expect(splash.getByRole('button', { name: 'ഒഴിവാക്കുക' })).toBeVisible();
  await page.keyboard.press('Tab');
  const behind = page.locator(':focus:not(body, dialog *)');
  await expect(behind, 'the page behind the splash cannot receive the focus').toHaveCount(0);

  // The fade-out follows the browser's own time and is not checked.
  await splash.evaluate((it) => it.getAnimations().map((animation) => animation.cancel()));
  await runClockDuring(page, expectAccessibleInBothThemes(page));
  await expect(splash).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(splash).toBeHidden();
  await page.getByRole('link', { name: '05:00 PM' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a link to a part of the page leads there; the splash over it can be skipped with a key, and is not shown with reduced motion', async ({
  page,
}) => {
  await page.goto('/#check');
  await expect(splashOf(page).getByRole('button', { name: 'Skip' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(splashOf(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Check a number' })).toBeInViewport();

  await page.evaluate(() => {
    for (const storage of [sessionStorage, localStorage]) storage.clear();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(contentOf(page)).toBeVisible();
  await expect(splashOf(page)).toBeHidden();
});

test('the admin area has no splash', async ({ request }) => {
  const hasSplash = async (path: string) => (await (await request.get(path)).text()).includes('<dialog');
  expect(await hasSplash('/')).toBe(true);
  expect(await hasSplash('/admin')).toBe(false);
});
