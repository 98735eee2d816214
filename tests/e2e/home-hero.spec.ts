/** The top of the home page while a draw is live, rolls, or has just been published. */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';
import { expectLiveStream, openPaused } from './paused-time.ts';
import { drumDurations, readStoppedDrums, startMotion } from './rolling-drums.ts';

const PHONE_SCREEN = { width: 360, height: 740 };
const SCREENS = [PHONE_SCREEN, { width: 768, height: 740 }, { width: 1280, height: 740 }];

test.use({ viewport: PHONE_SCREEN });

const EVENING = { date: TODAY, slot: '19:00', digits: '90210', published: false } as const;
const TEN = { date: TODAY, slot: '10:00', digits: '71535', published: true } as const;
const DETAILS = { date: TODAY, digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '5' };
const LATE = { ...DETAILS, slot: '12:00', drawNo: 'SC151120262', published: true };
/** Not yesterday, so that its date is its name. */
const LAST_DAY = SLOTS.map((slot) => ({ ...TEN, date: addDays(TODAY, -3), slot }));

/** The part of the window that the header and the bottom edge leave free contains the whole element. */
async function expectOnFirstScreen(page: Page, element: Locator): Promise<void> {
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const header = await page.locator('header').first().boundingBox();
  const box = await element.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

const heightOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.height ?? 0;

/** Nothing else in the content is above the card. */
const expectFirst = (page: Page, card: Locator): Promise<void> =>
  expect(async () => {
    const top = (await card.boundingBox())?.y ?? 0;
    const others = await page
      .locator('main h2, main article, main nav')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
    expect(Math.min(...others)).toBeGreaterThanOrEqual(top);
  }).toPass();

test('the live draw is first, rolls on the first screen of every width, is new, and takes its place after five minutes', async ({
  page,
  startSite,
}) => {
  const site = await startSite({ clock: '19:00:40', publishDelay: 1, draws: [EVENING, TEN] });
  const { url, moveTo, moveServerTo } = site;
  await openPaused(page, `${url}/ml`);
  const card = cardOf(page, '19:00');
  const next = page.getByRole('region', { name: ml.home.nextInLine });
  const lines = await next.evaluate(
    (line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);

  await expectFace(card, 'live');
  await expect(card).toContainText(ml.draw.liveNow);
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectFirst(page, card);
    await expectOnFirstScreen(page, card);
    await expectOnFirstScreen(page, next);
  }
  await page.setViewportSize(PHONE_SCREEN);
  await expect(next).toContainText(`${ml.home.tomorrow}, 10:00 AM`);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('article')).toHaveCount(5);
  const liveHeight = await heightOf(card);

  await startMotion(page);
  await moveTo(page, '19:01:00');
  await expectFace(card, 'rolling');
  expect(await drumDurations(page)).toEqual([3_000, 3_400, 3_800, 4_200, 4_600]);
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectFirst(page, card);
    await expectOnFirstScreen(page, card);
  }
  await page.setViewportSize(PHONE_SCREEN);
  expect(Math.abs((await heightOf(card)) - liveHeight)).toBeLessThan(2);
  expect(await readStoppedDrums(page)).toBe(EVENING.digits);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await page.clock.runFor(6_000);
  await expectFace(card, 'published');
  expect(Math.abs((await heightOf(card)) - liveHeight)).toBeLessThan(2);
  await expect(card.getByText(ml.draw.isNew, { exact: true })).toBeVisible();
  await expect(card.locator('.shimmer-once')).toHaveCount(5);
  await expectFirst(page, card);
  await page.clock.resume();
  await expectAccessibleInBothThemes(page, card);

  // On a page opened after the roll.
  await moveServerTo('19:05:50');
  await page.goto(url);
  await expectLiveStream(page);
  await expectFace(card, 'published');
  await expect(card).toHaveAttribute('data-new');
  await expect(card).toContainText('New');
  await expect(card.locator('.shimmer-once'), 'it has not rolled on this page').toHaveCount(0);
  await expect(page.getByRole('timer')).toHaveCount(1);
  await expectFirst(page, card);
  await moveTo(page, '19:05:58');
  await expect(card).toHaveAttribute('data-new');
  await expect(page.locator('.drum')).toHaveCount(0);
  await moveTo(page, '19:06:02');
  await expect(card).not.toHaveAttribute('data-new');
  await expect(card).not.toContainText('New');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Next Draw');
  await expect(page.getByRole('article').first()).toContainText('07:00 PM');
});

test('late results roll below the live draw and are announced, and the page does not reload meanwhile', async ({
  page,
  startSite,
}) => {
  // With a draft of the day, the site does not draw the others itself.
  const { url, asStaff } = await startSite({ clock: '14:05:00', draws: [EVENING, ...LAST_DAY] });
  await openPaused(page, `${url}/ml`);
  const [live, late] = [cardOf(page, '14:00'), cardOf(page, '12:00')];
  await expectFace(late, 'overdue');
  const lastDay = page.getByRole('region', { name: '2026 നവംബർ 12' });
  await expect(lastDay.getByRole('listitem')).toHaveCount(5);
  await startMotion(page);
  await asStaff('POST', '/api/admin/draws', LATE);
  await expectFace(late, 'rolling');
  await expectFace(live, 'live');
  await expectFirst(page, live);
  await expectOnFirstScreen(page, live);
  await expectOnFirstScreen(page, late);

  // The second one is published while the first one rolls: both stop and are announced.
  await asStaff('POST', '/api/admin/draws', { ...LATE, slot: '14:00', drawNo: 'SC151120263', digit1: '9' });
  await expectFace(live, 'rolling');
  await page.clock.runFor(6_000);
  await expectFace(live, 'published');
  await expectFace(late, 'published');
  const announced = page
    .getByRole('status')
    .filter({ hasText: ml.draw.announcement('12:00 PM', '1 2 3 4 5') });
  await expect(announced).toContainText(ml.draw.announcement('02:00 PM', '9 2 3 4 5'));

  await asStaff('POST', '/api/admin/draws', { ...LATE, slot: '10:00', drawNo: 'SC151120261' });
  await expectFace(cardOf(page, '10:00'), 'rolling');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // Only the date changes, as if the clock of the device had been set: the hour after which a page reloads is over.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 61 * 60_000;
  });
  await page.clock.runFor(3_000);
  await expectFace(cardOf(page, '10:00'), 'rolling');
  expect(loads).toBe(0);
  const loaded = page.waitForEvent('load');
  await page.clock.runFor(3_000);
  await loaded;
});
