/** The chart before the first result of today, and "Check a number" with dates. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { test as liveTest, TODAY } from './live-site.ts';

const rows = (page: Page) => page.locator('.chart tbody').getByRole('row');

liveTest(
  'before the first result of today the chart shows the last day, and then today',
  async ({ page, startSite }) => {
    const last = { date: '2026-11-13', slot: '19:00', digits: '74227', published: true } as const;
    const ten = { date: TODAY, slot: '10:00', digits: '10203', published: false } as const;
    const { url, asStaff } = await startSite({ clock: '10:05:00', draws: [last, ten] });
    await page.goto(`${url}/results`);
    const notice = page.getByRole('heading', {
      name: 'No results yet today. Showing Friday 13 November 2026',
    });
    await expect(notice).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('74227');
    await expect(page.locator('input[name=date]')).toHaveValue('2026-11-13');
    await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/publish`);
    await expect(rows(page)).toContainText('10203');
    await expect(rows(page)).toContainText('15 November 2026');
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Previous day: 13 November 2026' })).toBeVisible();
  },
);

test('"Check a number" leads to all results of an ending, and to the page of a date', async ({ page }) => {
  await page.goto('/?check=7');
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&ends=7$/);
  await expect(page.getByRole('status').filter({ hasText: 'Results that end in 7' })).toBeVisible();
  for (const text of await rows(page).getByRole('cell').getByRole('link').allInnerTexts())
    expect(text).toMatch(/7\s*$/);
  await page.goBack();

  const region = page.getByRole('region', { name: 'Check a number' });
  const field = region.getByRole('textbox');
  await field.fill('2 January 2020');
  await region.getByRole('button', { name: 'Check' }).click();
  await expect(region).toContainText('No result of 2 January 2020 has been published.');

  // What is typed while another number is being checked is not lost.
  await field.fill('൧൪/൧൧/൨൬');
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.value = '2 January 2020';
  });
  await expect(region.getByRole('heading', { name: 'Results of 14 November 2026' })).toBeVisible();
  await expect(region.getByRole('listitem')).toHaveCount(5);
  await expect(field).toHaveValue('2 January 2020');
  await region.getByRole('link', { name: 'Clear' }).click();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('൧൪/൧൧/൨൬');
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await page.getByRole('link', { name: 'ഈ ദിവസം കാണുക' }).click();
  await expect(page).toHaveURL(/\/ml\/results\/2026-11-14$/);
});
