/** The language switch and navigation in both languages. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';

/** The right edge of the words of each item of the footer. */
const footerEdges = (page: Page) =>
  page
    .getByRole('contentinfo')
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => {
        const words = document.createRange();
        words.selectNodeContents(item);
        return words.getBoundingClientRect().right;
      }),
    );

test('the language switch keeps page and query and fits on a narrow phone; navigation moves the focus and updates the title', async ({
  page,
}) => {
  await page.goto('/results?all=1&month=2026-10&q=SC3110');
  const title = await page.title();
  await page.getByRole('link', { name: 'മലയാളം' }).click();
  await expect(page).toHaveURL(/\/ml\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ചാർട്ടുകൾ');
  await expect(page.getByRole('searchbox')).toHaveValue('SC3110');
  await expect(page.locator('.chart tbody').getByRole('row')).toHaveCount(1);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await page.getByRole('contentinfo').getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/news$/);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.title()).not.toBe(title);

  // On a narrow phone the switch has its whole name, and no word of the footer is in its padding.
  await page.setViewportSize({ width: 360, height: 800 });
  const banner = page.getByRole('banner');
  for (const [other, name] of [
    ['ml', 'മലയാളം'],
    ['en', 'English'],
  ] as const) {
    await expect(banner.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    const edges = await footerEdges(page);
    expect(edges.length).toBeGreaterThan(5);
    expect(Math.max(...edges)).toBeLessThanOrEqual(360 - 16);
    await banner.getByRole('link', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
  }
});

test('Malayalam counts have a singular, and each thing has one name', async ({ request }) => {
  const textOf = async (path: string) => (await (await request.get(path)).text()).replaceAll('<!-- -->', '');
  expect(await textOf(`/ml/news?q=${encodeURIComponent('നവംബർ')}`)).toContain('>1 വാർത്ത<');
  expect(await textOf('/ml/news?q=Notice')).toContain('>20 വാർത്തകൾ<');
  const help = await textOf('/ml/help');
  for (const words of ['പ്രഖ്യാപനം', 'നറുക്കെടുപ്പ് സമയം', 'സഹായകേന്ദ്രം']) expect(help).toContain(words);
  expect(await textOf('/ml/draws/SC141120261')).toContain('പിന്നീടുള്ള നറുക്കെടുപ്പ്');
});
