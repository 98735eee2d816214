/** The board on a television: fits the screen, rolls, stays awake, and comes back from every outage without a touch. */
import type { Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { WITH_MOTION } from './fixtures.ts';
import { expect, expectFace, type LiveSite, TODAY, test } from './live-site.ts';
import { expectLiveStream, installClock, openPaused, pauseNow } from './paused-time.ts';

// Small until the sizes are checked, because a software renderer draws every frame.
test.use({ ...WITH_MOTION, viewport: { width: 640, height: 360 } });

const TEN = { date: TODAY, slot: '10:00', digits: '71535', published: true } as const;
const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: true } as const;
const TWO = { date: TODAY, slot: '14:00', digits: '90210', published: false } as const;

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1080, height: 1920 },
  { width: 720, height: 1280 },
];
/** Sizes follow the screen, so that one of each shape is enough for other states. */
const SMALL_SCREENS = SCREENS.filter(({ width, height }) => Math.min(width, height) === 720);

/** Console messages of a browser for an unreachable or closed site. */
const UNREACHABLE = /ERR_|503|Failed to load/;

const hero = (page: Page) => page.getByRole('article');

/** Nothing is outside of the screen or of its own box. The strips of rolling drums are longer than their tile. */
const expectFits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      const outside = [...document.querySelectorAll('.board-screen *:not(.drum *, .sr-only, .sr-only *)')]
        .filter((element) => {
          const { right, bottom } = element.getBoundingClientRect();
          const box = element.closest('.board-digits')?.getBoundingClientRect();
          return right > innerWidth || bottom > innerHeight || (box && bottom > box.bottom + 1);
        })
        .map(({ className }) => String(className));
      const scrolls = scrollHeight > innerHeight || scrollWidth > innerWidth;
      return { outside, scrolls };
    }),
  ).toEqual({ outside: [], scrolls: false });

/** Before the controls are hidden they are beside the results, not above them. */
const expectNothingCovered = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => {
      const controls = document.querySelector('.board-controls')?.getBoundingClientRect();
      return [...document.querySelectorAll('.board-header, .board-card, .board-next, .board-cell')]
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return (
            !controls ||
            (left < controls.right && right > controls.left && top < controls.bottom && bottom > controls.top)
          );
        })
        .map(({ className }) => className);
    }),
  ).toEqual([]);

const setMaintenance = async ({ asStaff }: LiveSite, maintenanceMode: boolean): Promise<void> => {
  const settings = await asStaff<object>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode });
};

/** Counts what the page asks of the screen; the test browser itself has none. */
const watchScreen = (page: Page) =>
  page.addInitScript(() => {
    const asked = { locks: 0, released: false };
    Object.assign(window, { asked });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          asked.locks += 1;
          asked.released = false;
          return {
            get released() {
              return asked.released;
            },
            release: async () => {},
          };
        },
      },
    });
  });

const locksOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { asked: { locks: number } }).asked.locks);

async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
}

test('the live draw is in the middle, rolls, and everything fits on every screen', async ({
  page,
  startSite,
}) => {
  const { url, moveTo } = await startSite({ clock: '14:00:40', publishDelay: 1, draws: [TEN, NOON, TWO] });
  await watchScreen(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await openPaused(page, `${url}/board`);
  await expectFace(hero(page), 'live');
  await expect(hero(page)).toContainText(en.draw.liveNow);
  await expect(hero(page)).toContainText('Results in 00h 00m');
  await expect(page.getByRole('region', { name: en.home.nextDraw })).toContainText('05:00 PM');
  await expect(page.getByRole('listitem').filter({ hasText: '12:00 PM' })).toContainText('48152');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await expect(page.locator('.board')).not.toHaveAttribute('data-idle');
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectFits(page);
    await expectNothingCovered(page);
  }

  await moveTo(page, '14:01:00');
  await expectFace(hero(page), 'rolling');
  await expect(hero(page).locator('.drum')).toHaveCount(5);
  for (const screen of SMALL_SCREENS) {
    await page.setViewportSize(screen);
    await expectFits(page);
  }
  await page.clock.runFor(6_000);
  await expectFace(hero(page), 'published');
  await expect(hero(page).getByRole('img', { name: 'Result 9 0 2 1 0' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '02:00 PM result: 9 0 2 1 0' })).toBeAttached();

  // The browser released the lock while the page was hidden.
  expect(await locksOf(page)).toBeGreaterThan(0);
  const locks = await locksOf(page);
  await page.evaluate(() => {
    (window as unknown as { asked: { released: boolean } }).asked.released = true;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => locksOf(page)).toBe(locks + 1);

  const button = page.getByRole('button', { name: 'Full screen' });
  const board = page.locator('.board');
  await page.clock.runFor(5_000);
  await expect(board).toHaveAttribute('data-idle');
  await expect(board).toHaveCSS('cursor', 'none');
  await moveMouse(page);
  await expect(board).not.toHaveAttribute('data-idle');
  await expect(button).toBeVisible();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
});

/** Lets the time of the page run until it is reloaded: each of its requests takes some real time. */
async function letReload(page: Page): Promise<void> {
  let isReloaded = false;
  page.once('load', () => {
    isReloaded = true;
  });
  const advance = async () => {
    // The reload interrupts it.
    if (!isReloaded) await page.clock.runFor(15_000).catch(() => {});
    return isReloaded;
  };
  await expect.poll(advance).toBe(true);
}

test('maintenance, scripts that could not be fetched, and hours without a server need no touch', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const site = await startSite({
    clock: '09:05:00',
    draws: [
      { ...TEN, date: '2026-11-14' },
      { ...NOON, published: false },
    ],
  });
  const { url, stop, restart } = site;
  await setMaintenance(site, true);
  await installClock(page);
  await page.goto(`${url}/ml/board`);
  const maintained = page.getByRole('heading', { name: ml.maintenance.title });
  await expect(maintained).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(maintained).toBeVisible();

  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await setMaintenance(site, false);
  await page.clock.runFor(15_000);
  await expect(hero(page).getByRole('time')).toHaveText('ഇന്നലെ, 10:15 AM');
  await page.unroute(/\/assets\/.*\.js/);
  await letReload(page);
  await expectLiveStream(page);
  await pauseNow(page);
  await moveMouse(page);
  await expect(page.locator('.board')).not.toHaveAttribute('data-idle');
  for (const screen of SMALL_SCREENS) {
    await page.setViewportSize(screen);
    await expectFits(page);
    await expectNothingCovered(page);
  }
  await page.clock.runFor(5_000);
  await expect(page.locator('.board')).toHaveAttribute('data-idle');
  await page.clock.resume();

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const lost = page.getByText(/കണക്ഷൻ നഷ്ടപ്പെട്ടു: 09:0\d AM/);
  await stop();
  await expect(lost).toBeVisible();
  // Even after hours without a server the page is not reloaded: the browser would show its own error page.
  await page.clock.fastForward(3 * 60 * 60_000);
  await page.clock.runFor(30_000);
  expect(loads).toBe(0);
  await expect(hero(page).getByRole('img')).toBeVisible();

  await restart('12:20:00');
  await letReload(page);
  await expect(lost).toBeHidden();
  await expectFace(hero(page), 'published');
  await expect(hero(page).getByRole('img', { name: '4 8 1 5 2' })).toBeVisible();
});

test('maintenance explains a lost connection', async ({ page, startSite, allowErrors }) => {
  allowErrors(UNREACHABLE);
  const site = await startSite({ clock: '12:20:00', draws: [NOON] });
  await installClock(page);
  await page.goto(`${site.url}/board`);
  await expectLiveStream(page);
  await setMaintenance(site, true);
  const status = page.locator('.board-status');
  await expect(status).toHaveText(en.live.maintenance);
  const failed = page.waitForEvent('requestfailed');
  await site.stop();
  await page.clock.runFor(15_000);
  await failed;
  await expect(status).toHaveText(en.live.maintenance);
  await site.restart('12:21:00');
});
