/** The charts of the last day, searches for dates and endings, and the wide screen. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { test as liveTest, TODAY } from './live-site.ts';
import { digitsFor } from './site-content.ts';

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

test('the search of the charts finds dates, results and endings, in Malayalam digits as well', async ({
  page,
}) => {
  await page.goto('/results?all=1');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const cells = rows(page).getByRole('cell').getByRole('link');
  for (const date of ['14-11-2026', '14/11/26', '14 Nov', '൧൪-൧൧-൨൦൨൬']) {
    await search.fill(date);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('14 November 2026');
    await expect(cells).toHaveCount(5);
  }
  const result = digitsFor(68, 4);
  await search.fill(result);
  await expect(cells).toHaveText([new RegExp(result)]);
  await search.fill(result.slice(-3));
  await expect(cells.filter({ hasText: result })).toHaveCount(1);
  // Every found draw has the digits at its end, or in its number.
  for (const text of await cells.allInnerTexts()) expect(text).toContain(result.slice(-3));
  await search.fill('൧൫൧൧');
  await expect(rows(page).first()).toContainText('15 November 2026');
  await expect(cells.filter({ hasText: 'SC1511' })).toHaveCount(3);
});

test('"See all" of an ending opens the chart of all its results', async ({ page }) => {
  await page.goto('/?check=7');
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&ends=7$/);
  await expect(page.getByRole('status').filter({ hasText: 'Results that end in 7' })).toBeVisible();
  for (const text of await rows(page).getByRole('cell').getByRole('link').allInnerTexts())
    expect(text).toMatch(/7\s*$/);
});

test('"Check a number" shows the results of a date with a link to its page', async ({ page }) => {
  await page.goto('/');
  const region = page.getByRole('region', { name: 'Check a number' });
  const check = async (text: string) => {
    await region.getByRole('textbox').fill(text);
    await region.getByRole('button', { name: 'Check' }).click();
  };
  for (const date of ['14 Nov', '൧൪/൧൧/൨൬']) {
    await check(date);
    await expect(region.getByRole('heading', { name: 'Results of 14 November 2026' })).toBeVisible();
    await expect(region.getByRole('listitem')).toHaveCount(5);
  }
  await check('2 January 2020');
  await expect(region).toContainText('No result of 2 January 2020 has been published.');
  await page.goto('/ml?check=14+നവംബർ');
  await page.getByRole('link', { name: 'ഈ ദിവസം കാണുക' }).click();
  await expect(page).toHaveURL(/\/ml\/results\/2026-11-14$/);
});

test('a number that is typed while another is being checked is not lost', async ({ page }) => {
  await page.goto('/');
  const region = page.getByRole('region', { name: 'Check a number' });
  const field = region.getByRole('textbox');
  await field.fill('14 Nov');
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.value = '2 January 2020';
  });
  await expect(region).toContainText('Results of 14 November 2026');
  await expect(field).toHaveValue('2 January 2020');
  await region.getByRole('link', { name: 'Clear' }).click();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('14 Nov');
});

test('a very wide screen shows a day beside the chart', async ({ page }) => {
  const beside = page.getByRole('complementary');
  await page.goto('/results?all=1');
  await expect(beside).toBeHidden();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(beside.getByRole('heading')).toContainText('15 November 2026');
  const [chart, day] = [await page.locator('.chart-box').boundingBox(), await beside.boundingBox()];
  expect(day?.x).toBeGreaterThan((chart?.x ?? 0) + (chart?.width ?? 0));
  await page.goto('/results');
  await expect(beside.getByRole('heading')).toContainText('14 November 2026');
});
