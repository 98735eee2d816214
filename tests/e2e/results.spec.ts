/** The charts: their content, their filters in the URL, their files, and their layouts on screen and paper. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { expect, test } from './fixtures.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';
import { digitsFor, TODAY } from './site-content.ts';

const rows = (page: Page) => page.locator('.chart tbody').getByRole('row');
const todayOnly = (page: Page) => page.getByRole('checkbox', { name: "Show Today's Results Only" });
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const monthPicker = (page: Page) => page.getByRole('combobox', { name: 'Month' });

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

const WINDOW = { width: 1280, height: 800 };
const COLUMNS = ['Date', '10:00 AM', '12:00 PM', '02:00 PM', '05:00 PM', '07:00 PM'];
const leftOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().left);

/** A table whose date column stays visible, cards on a phone, and a day beside it on a wide screen. */
async function expectLayouts(page: Page): Promise<void> {
  const beside = page.getByRole('complementary');
  await expect(rows(page).nth(1)).toHaveCSS('display', 'table-row');
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(rows(page).nth(1).locator('.chart-slot').first()).toBeHidden();
  await expect(beside).toBeHidden();

  await page.setViewportSize({ width: 360, height: 780 });
  await expect(rows(page).nth(1)).toHaveCSS('display', 'block');
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(rows(page).nth(1).locator('.chart-slot').first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(beside.getByRole('heading')).toContainText('15 November 2026');
  const box = page.locator('.chart-box');
  const [chart, day] = [await box.boundingBox(), await beside.boundingBox()];
  expect(day?.x).toBeGreaterThan((chart?.x ?? 0) + (chart?.width ?? 0));

  await box.evaluate((element) => {
    for (const table of element.querySelectorAll('table')) table.style.minWidth = '2000px';
    element.scrollLeft = 700;
  });
  const edge = await leftOf(box);
  expect(await leftOf(rows(page).first().getByRole('cell').first())).toBeLessThan(edge);
  expect(Math.abs((await leftOf(rows(page).first().getByRole('rowheader'))) - edge)).toBeLessThan(3);
  await expectNoSidewaysScroll(page);

  await todayOnly(page).check();
  await expect(beside.getByRole('heading')).toContainText('14 November 2026');
}

test('shows the draws of today, then all dates; a search while typing, months and older pages lead to others, a draw opens with the keyboard, and a lost connection is reported', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
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
  const { name, lines } = await downloadCsv(page);
  expect(name).toBe(`swarna-chakra-results-${TODAY}.csv`);
  expect(lines).toEqual([HEADER, lineOf(69, 2, '14:00'), lineOf(69, 1, '12:00'), lineOf(69, 0, '10:00')]);

  await todayOnly(page).focus();
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(31);
  await expect(page).toHaveURL(/\/results\?all=1$/);
  // Filtering keeps the focus in the form.
  await expect(todayOnly(page)).toBeFocused();

  // Going back once undoes all that was typed.
  const found = rows(page).getByRole('cell').getByRole('link');
  await searchBox(page).fill('SC151120263');
  await expect(page).toHaveURL(/q=SC151120263$/);
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible();
  await expect(found).toHaveCount(1);
  await searchBox(page).fill('zzz');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  await expect(searchBox(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(31);

  const months = ['All months', 'November 2026', 'October 2026', 'September 2026'];
  await expect(monthPicker(page).getByRole('option')).toHaveText(months);
  await expect(rows(page).nth(1)).toContainText('14 November 2026');
  await expect(rows(page).nth(1)).toContainText(digitsFor(68, 4));
  await expect(page.getByRole('status').filter({ hasText: 'results' })).toContainText(
    '16 October 2026 – 15 November 2026 · 153 results',
  );
  await page.getByRole('link', { name: 'Older results' }).click();
  await expect(page).toHaveURL(/all=1&before=2026-10-16$/);
  await expect(rows(page).first()).toContainText('15 October 2026');

  // Without a connection the filter shows an error, until the connection is back.
  await context.setOffline(true);
  await monthPicker(page).selectOption('October 2026');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/all=1&month=2026-10$/);
  await expect(rows(page)).toHaveCount(31);
  await expect(rows(page).first()).toContainText('31 October 2026');
  await expect(page).toHaveTitle(/October 2026/);
  await searchBox(page).fill('SC3110');
  await expect(found).toHaveCount(5);
  const ofOneDay = (await downloadCsv(page)).lines;
  expect(ofOneDay).toHaveLength(6);
  expect(ofOneDay[1]).toBe(lineOf(54, 4, '19:00'));
  await searchBox(page).fill('');
  await expect(rows(page)).toHaveCount(31);
  await page.getByRole('link', { name: 'September 2026' }).click();
  await expect(rows(page).last()).toContainText('7 September 2026');
  await expect(monthPicker(page)).toHaveValue('2026-09');
  await expect(page.getByRole('navigation', { name: 'More results' }).getByRole('link')).toHaveText([
    /October 2026/,
  ]);
  await searchBox(page).fill('zzz');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  await expect(rows(page)).toHaveCount(31);
  await expect(searchBox(page)).toHaveValue('');

  await expectLayouts(page);
  await page.setViewportSize(WINDOW);
  await todayOnly(page).uncheck();
  await expect(rows(page)).toHaveCount(31);
  await todayOnly(page).focus();
  await page.keyboard.press('Tab');
  await expect(monthPicker(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('SC1511');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=SC1511$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(searchBox(page)).toBeFocused();
  await rows(page).getByRole('cell').getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/draws\/SC151120261$/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('a shared URL is normalized and shows its view', async ({ request }) => {
  const response = await request.get('/results?q=+SC3110+&month=2026-10&utm_source=x&all=1');
  expect(response.url()).toMatch(/\/results\?all=1&month=2026-10&q=SC3110$/);
  const links = (await response.text()).match(/href="\/draws\/\w+"/g);
  expect([...new Set(links)].sort()).toEqual(
    [1, 2, 3, 4, 5].map((place) => `href="/draws/SC31102026${place}"`),
  );
});
