/** A draw on an open page, from waiting to its result, as the server's clock moves. */
import type { Page } from '@playwright/test';
import { PHONE, WITH_MOTION } from './fixtures.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectStill } from './page-checks.ts';
import { openPaused, openWithClock } from './paused-time.ts';
import { readSounds, recordSounds } from './recorded-sounds.ts';

test.use(WITH_MOTION);

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_ID = `${TODAY}_12-00`;
/** The result of noon is due at 12:01. */
const JUST_BEFORE_RESULT = { clock: '12:00:47', publishDelay: 1, draws: [NOON] };

/** How long each drum turns, in milliseconds. */
const drumDurations = (page: Page): Promise<number[]> =>
  page
    .locator('.drum-strip')
    .evaluateAll((strips) =>
      strips.flatMap((strip) =>
        strip.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)),
      ),
    );

/** Finishes the animations of the drums and reads the visible face of each. */
const readStoppedDrums = (page: Page): Promise<string> =>
  page.locator('.drum').evaluateAll((drums) =>
    drums
      .map((drum) => {
        for (const animation of drum.getAnimations({ subtree: true })) animation.finish();
        const middle = (element: Element) => {
          const { top, height } = element.getBoundingClientRect();
          return top + height / 2;
        };
        const faces = [...(drum.querySelector('.drum-strip')?.children ?? [])];
        const visible = faces.filter((face) => Math.abs(middle(face) - middle(drum)) < 2);
        return visible.map((face) => face.textContent).join('|');
      })
      .join(''),
  );

test('a card counts down and becomes live when its draw begins', async ({ page, startSite }) => {
  const { url, moveTo } = await startSite({ clock: '11:59:40', draws: [NOON] });
  await openPaused(page, url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'waiting');
  await expect(card).toContainText(/Starts in 00h 00m \d\ds/);
  const isSoon = () => card.getByText('Starting soon...').isVisible();
  for (let step = 0; step < 60 && !(await isSoon()); step += 1) await page.clock.runFor(500);
  expect(await isSoon(), 'the last second before the draw says so').toBe(true);
  await expectFace(card, 'waiting');
  await moveTo(page, '12:00:00');
  await expectFace(card, 'live');
  await expect(card).toContainText('LIVE NOW');
  await expect(card).toContainText('Draw in Progress');
  await expect(card).toContainText(/Results in 00h 1[45]m \d\ds/);
  await expect(page.getByRole('region', { name: 'Next' })).toContainText('02:00 PM');
  await page.clock.resume();
  await expectAccessibleInBothThemes(page);
  await expectStill(page);
});

for (const [screen, options, plan] of [
  ['a wide screen', {}, { stops: [2_000, 2_300, 2_600, 2_900, 3_200], end: 3_700 }],
  ['a phone', PHONE, { stops: [3_000, 3_400, 3_800, 4_200, 4_600], end: 5_100 }],
] as const) {
  test.describe(`on ${screen}`, () => {
    test.use(options);

    test('the drums roll and stop at the digits of the result, which is announced once', async ({
      page,
      startSite,
    }) => {
      const { url, moveTo } = await startSite(JUST_BEFORE_RESULT);
      await recordSounds(page);
      await openPaused(page, url);
      const card = cardOf(page, '12:00');
      await expectFace(card, 'live');
      // Browsers play sounds only after a gesture.
      await page.getByRole('heading', { name: 'Today’s results', exact: true }).click();
      const refetch = page.waitForRequest(/_\.data/);
      await moveTo(page, '12:01:00');

      await expectFace(card, 'rolling');
      await expect(card).toContainText('Revealing Results');
      await expect(card.getByRole('img', { name: 'Revealing Results' })).toBeVisible();
      expect(await drumDurations(page)).toEqual(plan.stops);
      expect(await readStoppedDrums(page)).toBe(NOON.digits);
      await expect.poll(async () => (await readSounds(page)).length).toBeGreaterThan(10);
      const loops = (await readSounds(page)).filter(({ kind }) => kind === 'loop');
      expect(loops).toEqual([expect.objectContaining({ volume: 1 })]);

      await page.clock.runFor(plan.end - 100);
      await expectFace(card, 'rolling');
      await expect(page.getByRole('status').filter({ hasText: 'result:' })).toHaveCount(0);
      await page.clock.runFor(200);
      await expectFace(card, 'published');
      await expect(card.getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
      await expect(card).toContainText('Results Published');
      await expect(card).toContainText('12:01 PM Entered by staff');
      await expect(page.getByText('12:00 PM result: 4 8 1 5 2', { exact: true })).toHaveCount(1);

      // The page refetches its data a few seconds after each reveal.
      await page.clock.runFor(6_000);
      await refetch;
      await expectFace(card, 'published');
      await page.clock.resume();
      await expectAccessibleInBothThemes(page);
      await expectStill(page);
    });
  });
}

test('the drums roll and stop in real time, without a paused clock', async ({ page, startSite }) => {
  const { url } = await startSite({ ...JUST_BEFORE_RESULT, clock: '12:00:50' });
  await page.goto(url);
  const card = cardOf(page, '12:00');
  // Recorded in the page: on a slow machine the test could miss a state.
  await card.evaluate((element) => {
    const stops: string[] = [];
    new MutationObserver(() => {
      const drums = element.querySelectorAll('.drum[data-stopped]').length;
      const state = `${element.dataset['face']} ${drums}`;
      if (stops.at(-1) !== state) stops.push(state);
      element.dataset['states'] = stops.join(', ');
    }).observe(element, { subtree: true, attributeFilter: ['data-face', 'data-stopped'] });
  });
  await expect(card).toHaveAttribute('data-states', /^rolling/);
  await expectFace(card, 'published');
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
  // On a slow machine two drums may stop in one frame.
  await expect(card).toHaveAttribute(
    'data-states',
    /^rolling 0(, rolling 1)?(, rolling 2)?(, rolling 3)?(, rolling 4)?, rolling 5, published 0$/,
  );
});

test('a page opened after the reveal shows the digits without a roll', async ({ page, startSite }) => {
  const { url } = await startSite({ clock: '12:15:05', draws: [{ ...NOON, published: true }] });
  await openWithClock(page, url);
  await expectFace(cardOf(page, '12:00'), 'published');
  await page.clock.runFor(5_000);
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(page.locator('.drum')).toHaveCount(0);
});

test('shows an early publication, a correction, a withdrawal and a republication at once', async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({ clock: '11:30:00', draws: [NOON] });
  await page.goto(url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'waiting');

  await asStaff('POST', `/api/admin/draws/${NOON_ID}/publish`);
  await expectFace(card, 'published');
  await expect(page.locator('.drum')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('12:00 PM');

  await asStaff('PATCH', `/api/admin/draws/${NOON_ID}`, { digit5: '3', reason: 'misread' });
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 3' })).toBeVisible();
  await expect(card).toContainText('AM Corrected');
  await expect(page.getByText('12:00 PM result corrected: 4 8 1 5 3', { exact: true })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);

  await asStaff('POST', `/api/admin/draws/${NOON_ID}/unpublish`);
  await expectFace(card, 'waiting');
  await expect(card.getByRole('img', { name: 'No result yet' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('4 8 1 5 3');
  await expectAccessibleInBothThemes(page);

  await asStaff('POST', `/api/admin/draws/${NOON_ID}/publish`);
  await expectFace(card, 'published');
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 3' })).toBeVisible();
});

test('the page applies a changed delay and maintenance mode', async ({ page, startSite }) => {
  const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [NOON] });
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

test.describe('on a device whose clock is three hours slow, in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('shows the times of the server', async ({ page, startSite }) => {
    const { url, moveTo } = await startSite({ clock: '11:59:45', draws: [NOON] });
    await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
    await page.goto(url);
    const next = page.getByRole('region', { name: 'Next Draw' });
    await expect(next).toContainText('12:00 PM');
    await expect(next).toContainText('Today, 15 November 2026');
    await expect(next.getByRole('timer')).toContainText(/^00\D+00\D+(1[0-5]|0\d)/);
    await moveTo(page, '12:00:00');
    await expectFace(cardOf(page, '12:00'), 'live');
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the digits appear without a roll, and are announced', async ({ page, startSite }) => {
    const { url, moveTo } = await startSite(JUST_BEFORE_RESULT);
    await openPaused(page, url);
    await expectFace(cardOf(page, '12:00'), 'live');
    await moveTo(page, '12:01:00');
    // The page's time is paused: a roll would not have ended.
    await expectFace(cardOf(page, '12:00'), 'published');
    await expect(page.getByText('12:00 PM result: 4 8 1 5 2', { exact: true })).toHaveCount(1);
  });
});
