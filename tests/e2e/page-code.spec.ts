/** What the next page needs is loaded before it is shown. */
import { en } from '../../src/web/i18n/en.ts';
import { expect, test } from './fixtures.ts';
import { isHydrated } from './page-condition.ts';

test('of several pages chosen before their code has loaded, the last one is shown', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto('/contact');
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.route('**/assets/**', async (route) => {
    await released;
    await route.continue();
  });
  const headerLink = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  for (const name of [en.nav.charts, en.nav.news, en.nav.help]) await headerLink(name).click();
  await expect(headerLink(en.nav.contact)).toHaveAttribute('aria-current', 'page');
  release();
  await expect(page).toHaveURL('/help');
  await expect(headerLink(en.nav.help)).toHaveAttribute('aria-current', 'page');
});
