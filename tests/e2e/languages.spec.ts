/** The language switch and navigation in both languages. */
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, test } from './fixtures.ts';
import { addressIn } from './public-pages.ts';

test('the language switch keeps page and query in both directions', async ({ page }) => {
  await page.goto('/results?all=1&month=2026-10&q=SC3110');
  await page.getByRole('link', { name: 'മലയാളം' }).click();
  await expect(page).toHaveURL(/\/ml\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ചാർട്ടുകൾ');
  await expect(page.getByRole('searchbox')).toHaveValue('SC3110');
  await expect(page.locator('.chart tbody').getByRole('row')).toHaveCount(1);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('navigation moves the focus and updates the title', async ({ page }) => {
  for (const language of LANGUAGES) {
    await page.goto(addressIn(language, '/help'));
    const title = await page.title();
    await page.getByRole('contentinfo').getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/news$/);
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.title()).not.toBe(title);
  }
});
