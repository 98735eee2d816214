/** An open page that loses its server or its network, sleeps, or has been open for an hour. */
import type { Page } from '@playwright/test';
import { WITH_MOTION } from './fixtures.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { openPaused, openWithClock } from './paused-time.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_ID = `${TODAY}_12-00`;

const banner = (page: Page) =>
  page.getByText(/Connection lost: showing results as of 12:\d\d PM\. Reconnecting…/);

/** Console messages of a browser for an unreachable server. */
const UNREACHABLE = /ERR_|503|Failed to load/;

/** Counts the loads of the page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test('after midnight, the time of a lost connection has its date', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  await page.clock.install();
  const { url, stop, restart } = await startSite({ clock: '23:58:00' });
  await page.goto(url);
  await stop();
  await expect(page.getByText(/as of 11:5\d PM/)).toBeVisible();
  await page.clock.runFor('05:00');
  await expect(page.getByText(/as of 15 November 2026, 11:5\d PM/)).toBeVisible();
  await restart('23:59:00');
});

test('a server restart keeps the results on the page and applies missed changes', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url, stop, restart } = await startSite({
    clock: '12:10:00',
    draws: [NOON, { ...NOON, slot: '10:00', digits: '11111', published: true }],
  });
  const malayalam = await context.newPage();
  await openWithClock(malayalam, `${url}/ml`);
  await openWithClock(page, url);
  await expectFace(cardOf(page, '12:00'), 'live');
  await expect(banner(page)).toBeHidden();

  await stop();
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toContainText(/12:1\d/);
  await expect(cardOf(page, '10:00').getByRole('img', { name: 'Result 1 1 1 1 1' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expect(malayalam.getByText(/കണക്ഷൻ നഷ്ടപ്പെട്ടു: 12:\d\d/)).toBeVisible();
  await expectAccessibleInBothThemes(malayalam);
  await malayalam.close();

  await restart('12:20:00');
  await page.clock.runFor(10_000);
  await expect(banner(page)).toBeHidden();
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
});

test('going offline shows the banner, and going online applies missed changes', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url, asStaff } = await startSite({ clock: '12:16:00', draws: [{ ...NOON, published: true }] });
  await page.goto(url);
  await expectFace(cardOf(page, '12:00'), 'published');
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await asStaff('PATCH', `/api/admin/draws/${NOON_ID}`, { digit5: '9' });
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden();
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 9' })).toBeVisible();
});

test('a failed refetch keeps the page, shows the banner, and is retried', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url, moveTo } = await startSite({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
  await openWithClock(page, url);
  await expectFace(cardOf(page, '12:00'), 'live');
  await page.route(/_\.data/, (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await moveTo(page, '12:01:07');
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(banner(page)).toBeVisible();
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
  await page.unroute(/_\.data/);
  await page.clock.runFor(30_000);
  await expect(banner(page)).toBeHidden();
});

test('a cursor that the server does not know causes a full refetch', async ({ page, startSite }) => {
  const { url } = await startSite({ clock: '12:20:00', draws: [{ ...NOON, published: true }] });
  await page.route(/\/api\/live/, (route) => route.continue({ url: `${url}/api/live?after=gone.1` }), {
    times: 1,
  });
  const refetch = page.waitForRequest(/_\.data/);
  await page.goto(url);
  await refetch;
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(banner(page)).toBeHidden();
});

test('the page reloads after an hour, but not while a field has the focus', async ({ page, startSite }) => {
  const { url } = await startSite({ clock: '12:20:00' });
  await openWithClock(page, url);
  await page.getByRole('textbox').focus();
  const loads = countLoads(page);
  await page.clock.fastForward(61 * 60_000);
  await page.clock.runFor(3_000);
  expect(loads()).toBe(0);
  const loaded = page.waitForEvent('load');
  await page.getByRole('textbox').blur();
  await page.clock.runFor(1_000);
  await loaded;
});

test.describe('with motion', () => {
  test.use(WITH_MOTION);

  test('the page does not reload while the drums roll', async ({ page, startSite }) => {
    const { url, moveTo } = await startSite({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
    await openPaused(page, url);
    await expectFace(cardOf(page, '12:00'), 'live');
    await moveTo(page, '12:01:00');
    await expectFace(cardOf(page, '12:00'), 'rolling');
    // Only the date changes, as if the clock of the device had been set.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 61 * 60_000;
    });
    const loads = countLoads(page);
    await page.clock.runFor(3_000);
    await expectFace(cardOf(page, '12:00'), 'rolling');
    expect(loads()).toBe(0);
    const loaded = page.waitForEvent('load');
    await page.clock.runFor(3_000);
    await loaded;
  });
});
