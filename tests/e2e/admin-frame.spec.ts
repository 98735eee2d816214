import type { Page } from '@playwright/test';
import { startServer } from '../support/server.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';
import { ACCOUNTS, PASSWORD, type Role, STAFFED, test } from './panel.ts';
import { expect, NOBODY } from './staff.ts';

const SCREENS: Record<Role, string[]> = {
  admin: ['Dashboard', 'Timings', 'Draws', 'News', 'FAQ', 'Contacts', 'Users', 'Activity'],
  editor: ['Dashboard', 'Draws', 'News', 'FAQ', 'Contacts', 'Activity'],
};

/** What slides in is looked at once it is there. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu' });

/** The menu stands beside the screen where there is room, and opens as a sheet where there is not. */
async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (await menuButton(page).isVisible()) await menuButton(page).click();
}

for (const role of ['admin', 'editor'] as const) {
  test.describe(`for an ${role}`, () => {
    test.use({ role });

    test('the menu has what they may use, and says who they are', async ({ page }) => {
      await page.goto('/admin/nothing-here');
      await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
      await expect(page).toHaveTitle('Coming Soon · Swarna Chakra');
      await expectNoSidewaysScroll(page);
      await openMenu(page);
      const menu = page.getByRole('navigation', { name: 'Admin' });
      await expect(menu.getByRole('link')).toHaveText(SCREENS[role]);
      const account = page.getByRole('link', { name: role === 'admin' ? 'asha Admin' : 'Biju Editor' });
      await expect(account).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await account.click();
      await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
    });
  });
}

test.describe('an Editor', () => {
  test.use({ role: 'editor' });

  for (const [path, name] of [
    ['/admin/users', 'Users'],
    ['/admin/timings', 'Timings'],
  ] as const) {
    test(`is told at ${path} that it is not for them`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'This screen is for Admins' })).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });
  }
});

test('title and focus follow from screen to screen, with the keyboard alone', async ({ page }) => {
  await page.goto('/admin/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  if (await menuButton(page).isVisible()) {
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
  }
  const users = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' });
  await users.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Users · Swarna Chakra');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test('the menu is a sheet that closes on choosing, on Escape and on a touch beside it', async ({
    page,
  }) => {
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

test('the theme is switched and remembered', async ({ page }) => {
  await page.goto('/admin/account');
  await openMenu(page);
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a lost connection is told with the time, screens can still be changed, and it heals by itself', async ({
  browser,
  contextOptions,
}) => {
  const server = await startServer(STAFFED);
  const context = await browser.newContext({ ...contextOptions, baseURL: server.url, storageState: NOBODY });
  const page = await context.newPage();
  await page.goto('/admin/account');
  await page.getByLabel('E-mail').fill(ACCOUNTS.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.getByLabel('Current password').fill('half typed');

  await context.setOffline(true);
  const notice = page.getByText(/^Connection lost: showing what was known at 08:\d\d\. Reconnecting…$/);
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('half typed');
  await openMenu(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();

  await context.setOffline(false);
  await expect(notice).toBeHidden({ timeout: 15_000 });
  await expect(page.getByText(ACCOUNTS.admin.email)).toBeVisible();
  await context.close();
  await server.stop();
});
