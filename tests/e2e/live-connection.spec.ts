/** An open page that loses its server or its network, or has been open for an hour. */
import type { Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { openPaused, openWithClock } from './paused-time.ts';

const TOMORROW = addDays(TODAY, 1);
const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;

const banner = (page: Page) =>
  page.getByText(/Connection lost: showing results as of .*\d\d:\d\d [AP]M\. Reconnecting…/);

/** Console messages of a browser for an unreachable server. */
const UNREACHABLE = /ERR_|503|Failed to load/;

test('a server restart keeps the results on the page, dates them after midnight, and applies missed changes', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url, stop, restart } = await startSite({
    clock: '23:58:00',
    draws: [
      { ...NOON, digits: '11111', published: true },
      { ...NOON, date: TOMORROW, slot: '10:00' },
    ],
  });
  await openWithClock(page, url);
  const results = cardOf(page, '12:00').getByRole('img', { name: 'Result 1 1 1 1 1' });
  await expect(results).toBeVisible();
  await expect(banner(page)).toBeHidden();

  await stop();
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toContainText(/as of 11:5\d PM/);
  await expect(results).toBeVisible();
  await expectAccessibleInBothThemes(page, banner(page));
  await page.clock.runFor('05:00');
  await expect(banner(page)).toContainText(/as of 15 November 2026, 11:5\d PM/);

  await restart('10:20:00', TOMORROW);
  // After five minutes the page tries again less often.
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(banner(page)).toBeHidden({ timeout: 500 });
  }).toPass();
  await expectFace(cardOf(page, '10:00'), 'published');
  await expect(cardOf(page, '10:00').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
});

test('without WebSockets the page is live too; going online applies missed changes, and the page reloads after an hour, but not while a field has the focus', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url, asStaff } = await startSite({ clock: '12:20:00', draws: [{ ...NOON, published: true }] });
  await page.routeWebSocket(/\/api\/live/, (socket) => socket.close());
  // A cursor that the server does not know causes a full refetch.
  const unknown = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
    route.continue({ url: `${url}/api/live?after=gone.1` });
  await page.route(/\/api\/live/, unknown, { times: 1 });
  const refetch = page.waitForRequest(/_\.data/);
  await openWithClock(page, url);
  await refetch;
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(banner(page)).toBeHidden();

  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await asStaff('PATCH', `/api/admin/draws/${TODAY}_12-00`, { digit5: '9' });
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden();
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 9' })).toBeVisible();

  await page.getByRole('textbox').focus();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.clock.fastForward(61 * 60_000);
  await page.clock.runFor(3_000);
  expect(loads).toBe(0);
  const loaded = page.waitForEvent('load');
  await page.getByRole('textbox').blur();
  await page.clock.runFor(1_000);
  await loaded;
});

test('with reduced motion a result appears without a roll; a failed refetch keeps it, shows the banner, and is retried', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url, moveTo } = await startSite({ clock: '12:00:47', publishDelay: 1, draws: [NOON] });
  await openPaused(page, url);
  await expectFace(cardOf(page, '12:00'), 'live');
  await page.route(/_\.data/, (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await moveTo(page, '12:01:00');
  // The page's time is paused: a roll would not have ended.
  await expectFace(cardOf(page, '12:00'), 'published');
  await expect(page.getByText('12:00 PM result: 4 8 1 5 2', { exact: true })).toHaveCount(1);
  await page.clock.runFor(7_000);
  await expect(banner(page)).toBeVisible();
  await expect(cardOf(page, '12:00').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
  await page.unroute(/_\.data/);
  // In steps: a response takes real time, and the deadline of its request is one of the page's time.
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(banner(page)).toBeHidden({ timeout: 500 });
  }).toPass();
});
