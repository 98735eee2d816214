/** A draw's life on an open page, driven by the server's clock alone. */
import type { Page } from '@playwright/test';
import { readSounds, writeDownSounds } from './heard.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessible, expectStill } from './page-checks.ts';

test.slow();

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_ID = `${TODAY}_12-00`;

/** How long each drum of the next roll is to turn, and how long the roll lasted, on the page's own clock. */
const watchRoll = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ stops: number[]; lasted: number }>((resolve) => {
        let start = 0;
        let stops: number[] = [];
        new MutationObserver(() => {
          const isRolling = document.querySelector('[data-face="rolling"]') !== null;
          if (isRolling && start === 0) {
            start = performance.now();
            stops = [...document.querySelectorAll('.drum-strip')].flatMap((strip) =>
              strip.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)),
            );
          }
          if (start > 0 && !isRolling) resolve({ stops, lasted: performance.now() - start });
        }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-face'] });
      }),
  );

test('waiting, then live, as the clock strikes', async ({ page, site }) => {
  const { url } = await site({ clock: '11:59:47', draws: [NOON] });
  await page.goto(url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'waiting');
  await expect(card).toContainText(/Starts in 00h 00m \d\ds/);
  await expect(card).toContainText('Starting soon...', { timeout: 40_000 });
  await expectFace(card, 'live', 5_000);
  await expect(card).toContainText('LIVE NOW');
  await expect(card).toContainText('Draw in Progress');
  await expect(card).toContainText(/Results in 00h 1[45]m \d\ds/);
  await expect(page.getByRole('region', { name: 'Next Draw' })).toContainText('02:00 PM');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await expectStill(page);
});

test('live, then rolling, then published; heard, said once, and fetched anew', async ({
  page,
  site,
}, info) => {
  const { url } = await site({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
  await writeDownSounds(page);
  await page.goto(url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'live');
  // A gesture, after which the browser lets the page be heard.
  await page.getByRole('heading', { name: 'Today’s results', exact: true }).click();
  const refetch = page.waitForRequest(/_\.data/, { timeout: 60_000 });
  const roll = watchRoll(page);
  await expectFace(card, 'rolling', 60_000);
  await expect(card).toContainText('Revealing Results');
  await expect(card.getByRole('img', { name: 'Revealing Results' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'result:' })).toHaveCount(0);
  await expectFace(card, 'published');
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
  await expect(card).toContainText('Results Published');
  await expect(card).toContainText('12:01 PM · Drawn by the system');
  await expect(page.getByText('12:00 PM result: 4 8 1 5 2', { exact: true })).toHaveCount(1);
  await refetch;
  await expectFace(card, 'published');

  const { stops, lasted } = await roll;
  const isPhone = info.project.name === 'phone';
  expect(stops).toEqual(isPhone ? [3_000, 3_400, 3_800, 4_200, 4_600] : [2_000, 2_300, 2_600, 2_900, 3_200]);
  // Half a second after the last drum: a busy machine may be late, and is never early.
  expect(lasted).toBeGreaterThan((isPhone ? 5_100 : 3_700) - 50);

  const sounds = await readSounds(page);
  expect(sounds.filter(({ kind }) => kind === 'loop')).toEqual([expect.objectContaining({ volume: 1 })]);
  expect(sounds.filter(({ kind }) => kind === 'tone').length).toBeGreaterThan(10);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await expectStill(page);
});

test('a page opened after the reveal shows the digits at once', async ({ page, site }) => {
  const { url } = await site({ clock: '12:15:05', draws: [{ ...NOON, published: true }] });
  await page.goto(url);
  await expectFace(cardOf(page, '12:00'), 'published', 1_000);
  await page.waitForTimeout(1_500);
  await expectFace(cardOf(page, '12:00'), 'published', 100);
  await expect(page.locator('.drum')).toHaveCount(0);
});

test('a correction is shown as one, and a withdrawal too', async ({ page, site }) => {
  const { url, asStaff } = await site({ clock: '12:30:00', draws: [{ ...NOON, published: true }] });
  await page.goto(url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'published');

  await asStaff('PATCH', `/api/admin/draws/${NOON_ID}`, { digit5: '3', reason: 'misread' });
  await expect(card).toContainText('Corrected. Shown before: 4 8 1 5 2');
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 3' })).toBeVisible();
  await expect(card).toContainText('· Corrected');
  await expect(page.getByText('12:00 PM result corrected: 4 8 1 5 3', { exact: true })).toHaveCount(1);
  await expectAccessible(page);

  await asStaff('POST', `/api/admin/draws/${NOON_ID}/unpublish`);
  await expect(card).toContainText('This result was withdrawn.');
  await expect(card).toContainText('Draw in Progress');
  await expect(card.getByRole('img', { name: 'No result yet' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('4 8 1 5 3');
  await expectAccessible(page);

  await asStaff('POST', `/api/admin/draws/${NOON_ID}/publish`);
  await expectFace(card, 'published');
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 3' })).toBeVisible();
});

test('what staff publish ahead of its time is shown at once', async ({ page, site }) => {
  const { url, asStaff } = await site({ clock: '11:00:00', draws: [NOON] });
  await page.goto(url);
  await expectFace(cardOf(page, '12:00'), 'waiting');
  await asStaff('POST', `/api/admin/draws/${NOON_ID}/publish`);
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(page.locator('.drum')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('12:00 PM');
});

test('a change of the delay reaches the page', async ({ page, site }) => {
  const { url, asStaff } = await site({ clock: '12:05:00', draws: [NOON] });
  await page.goto(url);
  await expect(cardOf(page, '12:00')).toContainText(/Results in 00h 0\dm/);
  const settings = {
    autoPublish: true,
    publishDelay: 45,
    generateTime: '06:00',
    enableNotifications: false,
    maintenanceMode: false,
  };
  await asStaff('PUT', '/api/admin/settings', settings);
  await expect(cardOf(page, '12:00')).toContainText(/Results in 00h [34]\dm/);
  await expect(page.getByRole('region', { name: 'Draw schedule' })).toContainText('12:45 PM');
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });
  await expect(page.getByText('The site is being maintained.')).toBeVisible();
  await asStaff('PUT', '/api/admin/settings', settings);
  await expect(page.getByText('The site is being maintained.')).toBeHidden();
});

test.describe('on a device three hours slow, in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('everything is as it is for everybody', async ({ page, site }) => {
    await page.addInitScript(() => {
      const RealDate = Date;
      const slow = () => RealDate.now() - 3 * 3_600_000;
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, parts: [number?]) => new target(parts[0] ?? slow()),
        get: (target, name) => (name === 'now' ? slow : Reflect.get(target, name)),
      });
    });
    const { url } = await site({ clock: '11:59:45', draws: [NOON] });
    await page.goto(url);
    const next = page.getByRole('region', { name: 'Next Draw' });
    await expect(next).toContainText('12:00 PM');
    await expect(next).toContainText('Today, 15 November 2026');
    const shown = async () => {
      const [hours = 9, minutes = 9, seconds = 0] =
        (await next.getByRole('timer').innerText()).match(/\d+/g)?.map(Number) ?? [];
      return hours * 3_600 + minutes * 60 + seconds;
    };
    const health = await (await page.request.get(`${url}/api/health`)).json();
    const left = (Date.parse(`${TODAY}T12:00:00+05:30`) - Date.parse(health.time)) / 1_000;
    expect(Math.abs((await shown()) - left)).toBeLessThan(3);
    await expectFace(cardOf(page, '12:00'), 'live', 60_000);
  });
});

test.describe('for those who want no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the digits appear, and are said', async ({ page, site }) => {
    const { url } = await site({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
    await page.goto(url);
    await expectFace(cardOf(page, '12:00'), 'live');
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('.drum')) document.body.dataset['rolled'] = 'yes';
      }).observe(document.body, { subtree: true, childList: true });
    });
    await expectFace(cardOf(page, '12:00'), 'published', 60_000);
    await expect(page.getByText('12:00 PM result: 4 8 1 5 2', { exact: true })).toHaveCount(1);
    expect(await page.evaluate(() => document.body.dataset['rolled'])).toBeUndefined();
  });
});
