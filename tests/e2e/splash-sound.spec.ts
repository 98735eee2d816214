/** The sound of the splash: played only if the browser allows it and it is not turned off. */
import type { Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './fixtures.ts';
import { pauseFromStart } from './paused-time.ts';
import { readSounds, recordSounds } from './recorded-sounds.ts';

test.use({ splash: true, ...WITH_MOTION });

/** How long the sound player waits for the browser's permission, in milliseconds. */
const PATIENCE = 300;

async function open(page: Page): Promise<void> {
  await pauseFromStart(page);
  await recordSounds(page);
  // The page opens its stream when its scripts have started.
  const stream = page.waitForResponse(/\/api\/live/);
  await page.goto('/');
  await stream;
}

/** Lets the page ask for permission to play, and the browser respond. */
async function letAsk(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await page.clock.runFor(PATIENCE);
  await page.waitForTimeout(500);
}

test('blocked sound starts on the first click, and the remaining blips keep their times', async ({
  page,
}) => {
  await open(page);
  await letAsk(page);
  expect(await readSounds(page)).toEqual([]);

  await page.clock.runFor(1_500 - PATIENCE);
  await page.locator('.splash-name').click();
  await expect.poll(async () => (await readSounds(page)).length).toBe(7);
  // Two voices rise and fall; the others are blips.
  const [rising, falling, ...blips] = await readSounds(page);
  // Audio has its own clock, which is not paused: times are relative to the first voice.
  const start = rising?.delay ?? Number.NaN;
  expect(Math.abs(start)).toBeLessThan(0.3);
  expect(falling?.delay).toBeCloseTo(start, 1);
  const moments = blips.map(({ delay }) => 1_500 + (delay - start) * 1_000);
  for (const [index, moment] of [1_800, 2_400, 3_000, 3_600, 4_200].entries()) {
    expect(Math.abs((moments[index] ?? 0) - moment)).toBeLessThan(100);
  }
});

test('a click at the start plays all eight blips', async ({ page }) => {
  await open(page);
  await letAsk(page);
  await page.clock.runFor(1);
  await page.locator('.splash-name').click();
  await expect.poll(async () => (await readSounds(page)).length).toBeGreaterThanOrEqual(9);
});

test('the first click starts the sound only while the splash is shown', async ({ page }) => {
  await open(page);
  await letAsk(page);
  await page.clock.runFor(5_000);
  await page.getByRole('heading', { name: 'Today’s results', exact: true }).click();
  await letAsk(page);
  expect(await readSounds(page)).toEqual([]);
});

test('skipping the splash plays no sound', async ({ page }) => {
  await open(page);
  await letAsk(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await letAsk(page);
  expect(await readSounds(page)).toEqual([]);
});

test('plays nothing when the sound is turned off', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('sound', 'off'));
  await pauseFromStart(page);
  await recordSounds(page);
  await page.goto('/');
  await page.locator('.splash-name').click();
  await letAsk(page);
  expect(await readSounds(page)).toEqual([]);
});

test('a browser without audio logs a message and shows the splash', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext'));
  const reported = page.waitForEvent('console', (message) => message.text() === 'Audio not supported');
  await pauseFromStart(page);
  await page.goto('/');
  await reported;
  await expect(page.getByRole('dialog', { name: /Swarna Chakra/ })).toBeVisible();
});
