/** The layout of all panel screens: menu, title, focus, theme, and a lost connection. */
import type { Page } from '@playwright/test';
import { ACCOUNTS, type Role } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expect, OFFLINE, refreshUntil, test } from './panel.ts';

const SCREENS: Record<Role, string[]> = {
  admin: ['Dashboard', 'Timings', 'Draws', 'News', 'FAQ', 'Contacts', 'Users', 'Webhooks', 'Activity'],
  editor: ['Dashboard', 'Draws', 'News', 'FAQ', 'Contacts', 'Activity'],
};

const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

for (const role of ['admin', 'editor'] as const) {
  test.describe(`for an ${role}`, () => {
    test.use({ role });

    test('the menu lists the permitted screens and the name of the user', async ({ page }) => {
      await page.goto('/admin/nothing-here');
      await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
      await expect(page).toHaveTitle('Coming Soon · Swarna Chakra');
      // A number may follow: what waits on the screen.
      const names = SCREENS[role].map((name) => new RegExp(`^${name}(\\d|$)`));
      await expect(menuOf(page).getByRole('link')).toHaveText(names);
      await page.getByRole('link', { name: role === 'admin' ? 'asha Admin' : 'Biju Editor' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
    });
  });
}

test.describe('an Editor', () => {
  test.use({ role: 'editor' });

  test('sees a notice on Admin-only screens', async ({ page }) => {
    for (const [path, name] of [
      ['/admin/users', 'Users'],
      ['/admin/timings', 'Timings'],
      ['/admin/webhooks', 'Webhooks'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'This screen is for Admins' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL('/admin');
  });
});

test('navigation by keyboard updates title and focus; the theme is kept', async ({ page }) => {
  await page.goto('/admin/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await menuOf(page).getByRole('link', { name: 'Users' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Users · Swarna Chakra');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the menu is a sheet that closes on navigation, on Escape and on an outside tap', async ({ page }) => {
    await page.goto('/admin/account');
    const sheet = page.getByRole('dialog', { name: 'Menu' });

    await menuButton(page).click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(menuButton(page)).toBeFocused();

    await menuButton(page).click();
    await expect(sheet).toBeVisible();
    await page.touchscreen.tap(350, 400);
    await expect(sheet).toBeHidden();

    await menuButton(page).click();
    await sheet.getByRole('link', { name: 'Users' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  });
});

test('a lost connection is shown with its time, and recovers', async ({ page, context, allowErrors }) => {
  allowErrors(OFFLINE);
  await page.goto('/admin/account');
  await page.getByLabel('Current password').fill('half typed');

  await context.setOffline(true);
  const notice = page.getByText(/^Connection lost: showing what was known at 08:\d\d AM\. Reconnecting…$/);
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('half typed');
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();

  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByText(ACCOUNTS.admin.email)).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`a lost connection and failed refreshes move and cover nothing of the screen at ${width} px`, async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(OFFLINE);
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/admin/draws');
    const main = page.getByRole('main');
    const day = main.getByRole('heading', { level: 2, name: 'Today' });
    await expect(day).toBeVisible();
    const before = await day.boundingBox();
    await context.setOffline(true);
    const notice = page.getByText(/^Connection lost/);
    await expect(notice).toBeVisible();
    let hasFailed = false;
    page.on('requestfailed', (request) => {
      hasFailed ||= request.url().includes('/admin/draws');
    });
    await refreshUntil(page, () => expect(hasFailed).toBe(true));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await day.boundingBox()).toEqual(before);
    await page.mouse.wheel(0, 300);
    const covered = await notice.boundingBox();
    // Beside the content on wide screens, and over the header on narrow ones.
    const free = await page.locator(width < 1024 ? 'header' : 'aside').boundingBox();
    expect(covered?.x).toBeGreaterThanOrEqual(free?.x ?? 0);
    expect((covered?.x ?? 0) + (covered?.width ?? 0)).toBeLessThanOrEqual(
      (free?.x ?? 0) + (free?.width ?? 0),
    );
    expect((covered?.y ?? 0) + (covered?.height ?? 0)).toBeLessThanOrEqual(
      (free?.y ?? 0) + (free?.height ?? 0),
    );
    await context.setOffline(false);
    await expect(notice).toBeHidden();
  });
}
