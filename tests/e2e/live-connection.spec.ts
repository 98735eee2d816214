/** What an open page does when it loses its server, and how it catches up. */
import type { Page } from '@playwright/test';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_ID = `${TODAY}_12-00`;

const banner = (page: Page) =>
  page.getByText(/Connection lost: showing results as of 12:\d\d\. Reconnecting…/);

/** What a browser says of a server that is away. */
const AWAY = /ERR_|503|Failed to load/;

/** Lets the test move the device's clock forward, as sleep does. */
const letSleep = (page: Page) =>
  page.addInitScript(() => {
    const { now } = Date;
    let slept = 0;
    Date.now = () => now() + slept;
    addEventListener('slept', (event) => {
      slept += (event as CustomEvent<number>).detail;
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
const sleepFor = (page: Page, milliseconds: number) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('slept', { detail })), milliseconds);

test('a server that goes and comes back: nothing is cleared, and nothing is missed', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { url, stop, restart } = await startSite({
    clock: '12:10:00',
    draws: [NOON, { ...NOON, slot: '10:00', digits: '11111', published: true }],
  });
  await page.goto(url);
  await expectFace(cardOf(page, '12:00'), 'live');
  await expect(banner(page)).toBeHidden();

  await stop();
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toContainText(/12:1\d/);
  await expect(cardOf(page, '10:00').getByRole('img', { name: 'Result 1 1 1 1 1' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await restart('12:20:00');
  await expect(banner(page)).toBeHidden();
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
});

test('in Malayalam the banner speaks Malayalam', async ({ page, startSite, allowErrors }) => {
  allowErrors(AWAY);
  const { url, stop } = await startSite({ clock: '12:10:00' });
  // Until the stream is open there is nothing to lose.
  const opened = page.waitForResponse(/\/api\/live/);
  await page.goto(`${url}/ml`);
  await opened;
  await stop();
  await expect(page.getByText(/കണക്ഷൻ നഷ്ടപ്പെട്ടു: 12:\d\d/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('offline and online again', async ({ page, context, startSite, allowErrors }) => {
  allowErrors(AWAY);
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

test('a data fetch that fails keeps the page, says so, and is tried again', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { url } = await startSite({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
  await page.goto(url);
  await expectFace(cardOf(page, '12:00'), 'live');
  await page.route(/_\.data/, (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(banner(page)).toBeVisible();
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
  await page.unroute(/_\.data/);
  await expect(banner(page)).toBeHidden();
});

test('after sleep the stream is opened anew at the place that was reached', async ({ page, startSite }) => {
  await letSleep(page);
  const { url } = await startSite({ clock: '12:20:00', draws: [{ ...NOON, published: true }] });
  await page.goto(url);
  await expectFace(cardOf(page, '12:00'), 'published');
  await page.waitForTimeout(1_000);
  const reopened = page.waitForRequest(/\/api\/live\?after=/);
  await sleepFor(page, 10 * 60_000);
  await reopened;
  // The server's time counts: the page has not grown ten minutes older.
  await expect(page.getByRole('region', { name: 'Next Draw' }).getByRole('timer')).toContainText(/^01\D+3\d/);
});

test('a place that the server no longer knows: everything is fetched anew', async ({ page, startSite }) => {
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

test('every hour the page loads itself anew, but not while somebody types', async ({ page, startSite }) => {
  await letSleep(page);
  const { url } = await startSite({ clock: '12:20:00' });
  await page.goto(url);
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByRole('textbox').focus();
  let loads = 0;
  page.on('load', () => loads++);
  await sleepFor(page, 61 * 60_000);
  await page.waitForTimeout(3_000);
  expect(loads).toBe(0);
  const loaded = page.waitForEvent('load');
  await page.getByRole('textbox').blur();
  await loaded;
});

test('nor in the middle of a roll', async ({ page, startSite }) => {
  await letSleep(page);
  const { url } = await startSite({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
  await page.goto(url);
  const card = cardOf(page, '12:00');
  await expectFace(card, 'live');
  await expectFace(card, 'rolling');
  await page.evaluate(() =>
    addEventListener('pagehide', () =>
      sessionStorage.setItem('rolling', String(document.querySelectorAll('[data-face="rolling"]').length)),
    ),
  );
  const loaded = page.waitForEvent('load');
  await sleepFor(page, 61 * 60_000);
  await loaded;
  expect(await page.evaluate(() => sessionStorage.getItem('rolling'))).toBe('0');
});
