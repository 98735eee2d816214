/** The layout of all panel screens: menu, title, focus, theme, and a lost connection. */
import type { Page } from '@playwright/test';
import type { Role } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expectAccessible, expectFitsAndAccessible } from './page-checks.ts';
import { expect, OFFLINE, refreshUntil, test } from './panel.ts';

const SCREENS: Record<Role, string[]> = {
  admin: ['Dashboard', 'Timings', 'Draws', 'News', 'FAQ', 'Contacts', 'Users', 'Webhooks', 'Activity'],
  editor: ['Dashboard', 'Draws', 'News', 'FAQ', 'Contacts', 'Activity'],
};

const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

/** A number may follow: what waits on the screen. */
const expectScreens = (page: Page, role: Role): Promise<void> =>
  expect(menuOf(page).getByRole('link')).toHaveText(
    SCREENS[role].map((name) => new RegExp(`^${name}(\\d|$)`)),
  );

/** Loses the connection until the screen of draws has failed to refresh. */
async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(/^Connection lost/)).toBeVisible();
  let hasFailed = false;
  page.on('requestfailed', (request) => {
    hasFailed ||= request.url().includes('/admin/draws');
  });
  await refreshUntil(page, () => expect(hasFailed).toBe(true));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
}

/** Expects the notice of a lost connection inside an element that covers nothing of the screen. */
async function expectNoticeInside(page: Page, place: 'header' | 'aside'): Promise<void> {
  await page.mouse.wheel(0, 300);
  const covered = await page.getByText(/^Connection lost/).boundingBox();
  const free = await page.locator(place).boundingBox();
  expect(covered?.x).toBeGreaterThanOrEqual(free?.x ?? 0);
  expect((covered?.x ?? 0) + (covered?.width ?? 0)).toBeLessThanOrEqual((free?.x ?? 0) + (free?.width ?? 0));
  expect((covered?.y ?? 0) + (covered?.height ?? 0)).toBeLessThanOrEqual(
    (free?.y ?? 0) + (free?.height ?? 0),
  );
}

test('an Admin navigates by keyboard and keeps the theme; a lost connection moves and clears nothing', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  await page.goto('/admin/nothing-here');
  await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
  await expect(page).toHaveTitle('Coming Soon · Swarna Chakra');
  await expectScreens(page, 'admin');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await menuOf(page).getByRole('link', { name: 'Users' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Users · Swarna Chakra');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: 'Dark mode' }).click();
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/admin/draws');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const day = page.getByRole('main').getByRole('heading', { level: 2, name: 'Today' });
  await expect(day).toBeVisible();
  const before = await day.boundingBox();
  await loseConnection(page);
  expect(await day.boundingBox()).toEqual(before);
  await expectNoticeInside(page, 'aside');
  await context.setOffline(false);
  const notice = page.getByText(/^Connection lost: showing what was known at 08:\d\d AM\. Reconnecting…$/);
  await expect(notice).toBeHidden();
});

test.describe('for an Editor on a phone', () => {
  test.use({ ...PHONE, role: 'editor' });

  test('an Admin-only screen shows a notice, and the menu is a sheet with the permitted screens', async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(OFFLINE);
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This screen is for Admins' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expectAccessible(page, page.getByRole('main'));
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL('/admin');

    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await menuButton(page).click();
    await expect(sheet).toBeVisible();
    await expectScreens(page, 'editor');
    await expectFitsAndAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(menuButton(page)).toBeFocused();

    await menuButton(page).click();
    await expect(sheet).toBeVisible();
    await page.touchscreen.tap(350, 400);
    await expect(sheet).toBeHidden();

    await menuButton(page).click();
    await sheet.getByRole('link', { name: 'Draws' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Draws' })).toBeVisible();
    const day = page.getByRole('main').getByRole('heading', { level: 2, name: 'Today' });
    await expect(day).toBeVisible();
    const before = await day.boundingBox();
    await loseConnection(page);
    expect(await day.boundingBox()).toEqual(before);
    await expectNoticeInside(page, 'header');
    await context.setOffline(false);
    await expect(page.getByText(/^Connection lost/)).toBeHidden();
  });
});
