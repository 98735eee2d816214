/** A draw on an open page, from waiting to its result, as the server's clock moves. */
import type { Page } from '@playwright/test';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectStill } from './page-checks.ts';
import { openPaused } from './paused-time.ts';
import { readSounds, recordSounds } from './recorded-sounds.ts';
import { drumDurations, readStoppedDrums, startMotion } from './rolling-drums.ts';

// The smallest window with the roll of large screens, because a software renderer draws every frame.
test.use({ viewport: { width: 768, height: 500 }, timezoneId: 'America/New_York' });

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const TWO = { date: TODAY, slot: '14:00', digits: '90210', published: false } as const;
const FIVE = { date: TODAY, slot: '17:00', digits: '31415', published: false } as const;
/** The result of noon is due at 12:01. */
const JUST_BEFORE_RESULT = { clock: '12:00:47', publishDelay: 1, draws: [NOON, TWO, FIVE] };

test('on a device whose clock is three hours slow, in another time zone, a card counts down, becomes live when its draw begins, and applies a changed delay and maintenance', async ({
  page,
  startSite,
}) => {
  const { url, moveTo, asStaff } = await startSite({ clock: '11:59:40', draws: [NOON] });
  await openPaused(page, url, Date.now() - 3 * 3_600_000);
  const next = page.getByRole('region', { name: 'Next Draw' });
  await expect(next).toContainText('12:00 PM');
  await expect(next).toContainText('Today, 15 November 2026');
  await expect(next.getByRole('timer')).toContainText(/^00\D+00\D+[012]\d/);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'waiting');
  await expect(card).toContainText(/Starts in 00h 00m \d\ds/);
  const seconds = Number(/(\d\d)s/.exec(await card.innerText())?.[1]);
  await page.clock.runFor(Math.max(0, seconds - 2) * 1_000);
  const isSoon = () => card.getByText('Starting soon...').isVisible();
  for (let step = 0; step < 6 && !(await isSoon()); step += 1) await page.clock.runFor(500);
  expect(await isSoon(), 'the last second before the draw says so').toBe(true);
  await expectFace(card, 'waiting');
  await startMotion(page);
  await moveTo(page, '12:00:00');
  await expectFace(card, 'live');
  await expect(card).toContainText('LIVE NOW');
  await expect(card).toContainText('Draw in Progress');
  await expect(card).toContainText(/Results in 00h 1[45]m \d\ds/);
  await expect(page.getByRole('region', { name: 'Next' })).toContainText('02:00 PM');
  await page.clock.resume();
  await expectStill(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessibleInBothThemes(page, card);

  const automation = { autoPublish: true, generateTime: '06:00', enableNotifications: false };
  const settings = { ...automation, publishDelay: 45, maintenanceMode: false };
  await asStaff('PUT', '/api/admin/settings', settings);
  await expect(card).toContainText(/Results in 00h 4[345]m/);
  await expect(page.getByRole('region', { name: 'Draw schedule' })).toContainText('12:45 PM');
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });
  await expect(page.getByText('The site is being maintained.')).toBeVisible();
  await asStaff('PUT', '/api/admin/settings', settings);
  await expect(page.getByText('The site is being maintained.')).toBeHidden();
});

/**
 * Records the states of a draw's card in the page, which moves the card: on a slow machine the test could miss one.
 * They become an attribute of the document.
 */
const recordStates = (page: Page, drawNo: string): Promise<void> =>
  page.evaluate((id) => {
    const states: string[] = [];
    new MutationObserver(() => {
      const card = document.querySelector<HTMLElement>(`article[aria-labelledby="${id}"]`);
      const drums = card?.querySelectorAll('.drum[data-stopped]').length;
      const state = `${card?.dataset['face']} ${drums}`;
      if (states.at(-1) === state) return;
      states.push(state);
      document.documentElement.dataset['states'] = states.join(', ');
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-face', 'data-stopped'],
    });
  }, `draw-${drawNo}`);

test('the drums roll and stop at the digits of the result, which is announced once; the next one rolls while time passes; a correction and what is published early do not', async ({
  page,
  startSite,
}) => {
  const { url, moveTo, moveServerTo, asStaff } = await startSite(JUST_BEFORE_RESULT);
  await recordSounds(page);
  await openPaused(page, url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'live');
  // Browsers play sounds only after a gesture.
  await page.getByRole('heading', { name: 'Today’s results', exact: true }).click();
  const refetch = page.waitForRequest(/_\.data/);
  await startMotion(page);
  await moveTo(page, '12:01:00');

  await expectFace(card, 'rolling');
  await expect(card).toContainText('Revealing Results');
  await expect(card.getByRole('img', { name: 'Revealing Results' })).toBeVisible();
  expect(await drumDurations(page)).toEqual([2_000, 2_300, 2_600, 2_900, 3_200]);
  expect(await readStoppedDrums(page)).toBe(NOON.digits);
  await expect.poll(async () => (await readSounds(page)).length).toBeGreaterThan(10);
  const loops = (await readSounds(page)).filter(({ kind }) => kind === 'loop');
  expect(loops).toEqual([expect.objectContaining({ volume: 1 })]);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await page.clock.runFor(3_600);
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
  await expectStill(page);

  // Out of sight, because a software renderer draws every frame.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const two = cardOf(page, '14:00');
  await recordStates(page, 'SC151120263');
  await startMotion(page);
  await moveServerTo('14:01:00');
  await expectFace(two, 'published');
  await expect(two.getByRole('img', { name: 'Result 9 0 2 1 0' })).toBeVisible();
  // On a slow machine two drums may stop in one frame.
  await expect(page.locator('html')).toHaveAttribute(
    'data-states',
    /rolling 0(, rolling 1)?(, rolling 2)?(, rolling 3)?(, rolling 4)?, rolling 5, published 0$/,
  );

  const five = cardOf(page, '17:00');
  await asStaff('POST', `/api/admin/draws/${TODAY}_17-00/publish`);
  await expectFace(five, 'published');
  await expect(page.locator('.drum')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('05:00 PM');
  await asStaff('POST', `/api/admin/draws/${TODAY}_17-00/unpublish`);
  await expectFace(five, 'waiting');
  await expect(five.getByRole('img', { name: 'No result yet' })).toBeVisible();

  const reason = 'The last drum was misread.';
  await asStaff('PATCH', `/api/admin/draws/${TODAY}_12-00`, { digit5: '3', reason });
  await expect(page.getByText('12:00 PM result corrected: 4 8 1 5 3', { exact: true })).toHaveCount(1);
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 3' })).toBeVisible();
  await expect(page.locator('.drum')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(card).toContainText(/Corrected at \d\d:\d\d PM/);
  await expect(card.getByRole('deletion')).toContainText('Former result 4 8 1 5 2');
  await expect(card).toContainText(`Reason: ${reason}`);
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const former = await card.getByRole('deletion').locator('span > span').first().evaluate(sizeOf);
  expect(former).toBe(await card.getByRole('img').locator('span').first().evaluate(sizeOf));
  await expectAccessibleInBothThemes(page, card);
  await card.click();
  await expect(page).toHaveURL(/\/draws\/SC151120262$/);
});
