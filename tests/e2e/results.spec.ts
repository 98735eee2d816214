/** The charts: their content, their filters, and the filters in the URL. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';
import { digitsFor, TODAY } from './site-content.ts';

const rows = (page: Page) => page.locator('.chart tbody').getByRole('row');
const todayOnly = (page: Page) => page.getByRole('checkbox', { name: "Show Today's Results Only" });
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const monthPicker = (page: Page) => page.getByRole('combobox', { name: 'Month' });

test('shows only the draws of today at first, without filters', async ({ page }) => {
  await page.goto('/results');
  await expect(page).toHaveTitle(/^Charts/);
  await expect(todayOnly(page)).toBeChecked();
  await expect(searchBox(page)).toHaveCount(0);
  await expect(monthPicker(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  const today = rows(page).first();
  await expect(today.getByRole('rowheader')).toContainText('15 November 2026');
  await expect(today.getByRole('rowheader')).toContainText('Sunday');
  await expect(today.getByRole('rowheader')).toContainText('Today');
  const cells = today.getByRole('cell');
  await expect(cells).toHaveCount(5);
  await expect(cells.nth(0)).toContainText('SC151120261');
  await expect(cells.nth(0)).toContainText(digitsFor(69, 0));
  await expect(cells.nth(2)).toContainText(digitsFor(69, 2));
  await expect(cells.nth(3)).toContainText('No result yet');
});

test('shows all dates, newest first, in pages of whole days, with working back navigation', async ({
  page,
}) => {
  await page.goto('/results');
  await todayOnly(page).uncheck();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  await expect(rows(page)).toHaveCount(31);
  await expect(rows(page).nth(1)).toContainText('14 November 2026');
  await expect(rows(page).nth(1)).toContainText(digitsFor(68, 4));
  await expect(page.getByRole('status').filter({ hasText: 'results' })).toContainText(
    '16 October 2026 – 15 November 2026 · 153 results',
  );

  await page.getByRole('link', { name: 'Older results' }).click();
  await expect(page).toHaveURL(/all=1&before=2026-10-16$/);
  await expect(rows(page).first()).toContainText('15 October 2026');
  await page.getByRole('link', { name: 'Older results' }).click();
  await expect(rows(page)).toHaveCount(8);
  await expect(page.getByRole('link', { name: 'Older results' })).toHaveCount(0);

  await page.goBack();
  await expect(rows(page).first()).toContainText('15 October 2026');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/results$/);
  await expect(todayOnly(page)).toBeChecked();
  await expect(rows(page)).toHaveCount(1);
});

test('the month picker lists the months with results, and links lead to adjacent months', async ({
  page,
}) => {
  await page.goto('/results?all=1');
  await expect(monthPicker(page).getByRole('option')).toHaveText([
    'All months',
    'November 2026',
    'October 2026',
    'September 2026',
  ]);
  await monthPicker(page).selectOption('October 2026');
  await expect(page).toHaveURL(/all=1&month=2026-10$/);
  await expect(rows(page)).toHaveCount(31);
  await expect(rows(page).first()).toContainText('31 October 2026');
  await expect(page).toHaveTitle(/October 2026/);
  await page.getByRole('link', { name: 'September 2026' }).click();
  await expect(rows(page).last()).toContainText('7 September 2026');
  await expect(monthPicker(page)).toHaveValue('2026-09');
  await expect(page.getByRole('navigation', { name: 'More results' }).getByRole('link')).toHaveText([
    /October 2026/,
  ]);
  await page.goBack();
  await expect(monthPicker(page)).toHaveValue('2026-10');
});

test('the search finds part of a draw number or any digit while typing', async ({ page }) => {
  await page.goto('/results?all=1');
  await searchBox(page).fill('sc0111');
  await expect(page).toHaveURL(/all=1&q=sc0111$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('1 November 2026');

  await searchBox(page).fill('SC151120263');
  await expect(page).toHaveURL(/q=SC151120263$/);
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible();
  await expect(rows(page).getByRole('cell').getByRole('link')).toHaveCount(1);

  await searchBox(page).fill('7');
  await expect(page).toHaveURL(/q=7$/);
  const found = rows(page).getByRole('cell').getByRole('link');
  await expect.poll(() => found.count()).toBeGreaterThan(50);
  for (const text of await found.allInnerTexts()) expect(text).toContain('7');

  // Going back once undoes the whole search, and updates the box.
  await page.goBack();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  await expect(searchBox(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(31);
});

test('an empty list shows a notice, and Clear Filters resets it', async ({ page }) => {
  await page.goto('/results?all=1&month=2026-10&q=zzz');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(searchBox(page)).toHaveValue('zzz');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  await expect(rows(page)).toHaveCount(31);
  await expect(searchBox(page)).toHaveValue('');
});

test('a shared URL opens the same view and is normalised', async ({ page }) => {
  await page.goto('/results?q=+SC3110+&month=2026-10&utm_source=x&all=1');
  await expect(page).toHaveURL(/\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(monthPicker(page)).toHaveValue('2026-10');
  await expect(searchBox(page)).toHaveValue('SC3110');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('cell').getByRole('link')).toHaveCount(5);
});

async function downloadCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\n') };
}

const HEADER = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5';
const lineOf = (day: number, place: number, slot: string): string => {
  const date = addDays('2026-09-07', day);
  const [year, month, dayOfMonth] = date.split('-');
  return [date, slot, `SC${dayOfMonth}${month}${year}${place + 1}`, ...digitsFor(day, place)].join(',');
};

test('the CSV contains the filtered results', async ({ page }) => {
  await page.goto('/results');
  const today = await downloadCsv(page);
  expect(today.name).toBe(`swarna-chakra-results-${TODAY}.csv`);
  expect(today.lines).toEqual([
    HEADER,
    lineOf(69, 2, '14:00'),
    lineOf(69, 1, '12:00'),
    lineOf(69, 0, '10:00'),
  ]);

  await page.goto('/results?all=1&month=2026-10&q=SC3110');
  const narrowed = await downloadCsv(page);
  expect(narrowed.lines).toHaveLength(6);
  expect(narrowed.lines[1]).toBe(lineOf(54, 4, '19:00'));
});

const COLUMNS = ['Date', '10:00 AM', '12:00 PM', '02:00 PM', '05:00 PM', '07:00 PM'];

test('a wide screen shows a table whose date column stays visible while scrolling', async ({ page }) => {
  await page.goto('/results?all=1');
  await expect(rows(page).nth(1)).toHaveCSS('display', 'table-row');
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(rows(page).nth(1).locator('.chart-slot').first()).toBeHidden();

  const box = page.locator('.chart-box');
  const leftOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().left);
  await box.evaluate((element) => {
    for (const table of element.querySelectorAll('table')) table.style.minWidth = '2000px';
    element.scrollLeft = 700;
  });
  const edge = await leftOf(box);
  expect(await leftOf(rows(page).first().getByRole('cell').first())).toBeLessThan(edge);
  expect(Math.abs((await leftOf(rows(page).first().getByRole('rowheader'))) - edge)).toBeLessThan(3);
  await expectNoSidewaysScroll(page);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('shows a card for each date', async ({ page }) => {
    await page.goto('/results?all=1');
    await expect(rows(page).nth(1)).toHaveCSS('display', 'block');
    await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
    await expect(rows(page).nth(1).locator('.chart-slot').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('print layout shows the table with its header and no controls', async ({ page }) => {
  await page.goto('/results?all=1&month=2026-10');
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page).first()).toHaveCSS('display', 'table-row');
  await expect(page.locator('.chart thead')).toHaveCSS('display', 'table-header-group');
  for (const hidden of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('contentinfo'),
    todayOnly(page),
    page.getByRole('button', { name: 'Export CSV' }),
    page.getByRole('link', { name: 'September 2026' }),
  ]) {
    await expect(hidden).toBeHidden();
  }
  await expect(page.getByText('October 2026 · 155 results')).toBeVisible();
});

test('filters, searches and opens a draw with the keyboard', async ({ page }) => {
  await page.goto('/results');
  await todayOnly(page).focus();
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(31);
  // Filtering keeps the focus in the form.
  await expect(todayOnly(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(monthPicker(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('SC1511');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(searchBox(page)).toBeFocused();
  await rows(page).getByRole('cell').getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/draws\/SC151120261$/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('filtering without a connection shows an error and recovers', async ({ page, context, allowErrors }) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  await page.goto('/results?all=1');
  await expect(rows(page)).toHaveCount(31);
  await context.setOffline(true);
  await monthPicker(page).selectOption('October 2026');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(rows(page).first()).toContainText('31 October 2026');
});
