/** The language switch and navigation in both languages. */
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';
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

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the language switch has its whole name', async ({ page }) => {
    await page.goto('/news');
    const banner = page.getByRole('banner');
    await expect(banner.getByText('മലയാളം', { exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await banner.getByRole('link', { name: 'മലയാളം' }).click();
    await expect(banner.getByText('English', { exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });
});

test('no word of the footer is in its padding on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const language of LANGUAGES) {
    await page.goto(addressIn(language, '/'));
    const boxes = await page
      .getByRole('contentinfo')
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) => {
          const words = document.createRange();
          words.selectNodeContents(item);
          return words.getBoundingClientRect().right;
        }),
      );
    expect(boxes.length).toBeGreaterThan(5);
    expect(Math.max(...boxes)).toBeLessThanOrEqual(360 - 16);
  }
});

test('Malayalam counts have a singular, and each thing has one name', async ({ page }) => {
  await page.goto('/ml/news?q=നവംബർ');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 വാർത്ത');
  await page.goto('/ml/news?q=Notice');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('20 വാർത്തകൾ');
  await page.goto('/ml/help');
  await expect(page.getByRole('columnheader', { name: 'പ്രഖ്യാപനം' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'നറുക്കെടുപ്പ് സമയം' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'സഹായകേന്ദ്രം' })).toBeVisible();
  await page.goto('/ml/draws/SC141120261');
  await expect(page.getByText('പിന്നീടുള്ള നറുക്കെടുപ്പ്')).toBeVisible();
});
