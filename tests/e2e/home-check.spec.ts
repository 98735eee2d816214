/** "Check a number" on the home page. */
import type { Page } from '@playwright/test';
import { slotLabel } from '../../src/core/slots.ts';
import { expect, test } from './fixtures.ts';
import { digitsFor } from './site-content.ts';

const LATEST = digitsFor(69, 2);
const region = (page: Page) => page.getByRole('region', { name: 'Check a number' });

async function check(page: Page, text: string): Promise<void> {
  await region(page).getByRole('textbox').fill(text);
  await region(page).getByRole('button', { name: 'Check' }).click();
}

async function reach(page: Page, role: 'link' | 'textbox', name: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    if (await page.getByRole(role, { name }).and(page.locator(':focus')).count()) return;
  }
  throw new Error(`${name} cannot be reached`);
}

test('with the keyboard: filters, checks a number, goes back, clears it, and opens the draw that was found; finds endings, draw numbers and days, no drafts, names invalid input, and retries a failed search', async ({
  page,
  allowErrors,
}) => {
  // The browser reports the expected 404.
  allowErrors(/404|ERR_FAILED/);
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await reach(page, 'link', slotLabel('19:00'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await reach(page, 'textbox', 'Draw number or digits');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const found = region(page).getByRole('listitem');
  await expect(region(page).getByRole('heading', { name: 'Results that end in 7' })).toBeVisible();
  await expect(found).toHaveCount(12);
  for (const mark of await found.locator('mark').allTextContents()) expect(mark).toBe('7');
  await expect(found.getByText('1D', { exact: true })).toHaveCount(12);
  await expect(region(page)).toContainText('The newest 12 of 35');
  await expect(region(page).getByRole('link', { name: 'See all' })).toHaveAttribute(
    'href',
    '/results?all=1&ends=7',
  );

  await check(page, LATEST);
  await expect(page).toHaveURL(new RegExp(`slot=19-00.*&check=${LATEST}`));
  await expect(found).toHaveCount(1);
  await page.goBack();
  await expect(region(page).getByRole('textbox')).toHaveValue('7');
  await expect(found).toHaveCount(12);
  await region(page).getByRole('link', { name: 'Clear' }).click();
  await expect(found).toHaveCount(0);
  await expect(page).toHaveURL(/\?slot=19-00$/);

  await check(page, LATEST);
  await expect(found).toContainText('15 November 2026, 02:00 PM');
  await expect(found).toContainText('5D');
  await expect(found.locator('mark')).toHaveText(LATEST);
  await found.getByRole('link').click();
  await expect(page).toHaveURL(/\/draws\/SC151120263$/);

  // All draws again.
  await page.goBack();
  await page
    .getByRole('navigation', { name: 'Draws to show' })
    .getByRole('link', { name: 'All draws' })
    .click();
  const field = region(page).getByRole('textbox');
  for (const [length, name] of [
    [2, '2D'],
    [3, '3D'],
  ] as const) {
    const ending = LATEST.slice(-length);
    await check(page, ending);
    await expect(region(page).getByRole('heading', { name: `Results that end in ${ending}` })).toBeVisible();
    for (const mark of await found.locator('mark').allTextContents()) expect(mark).toBe(ending);
    await expect(found.getByText(name, { exact: true })).toHaveCount(await found.count());
  }
  await check(page, LATEST.slice(-4));
  await expect(found.locator('mark').first()).toHaveText(LATEST.slice(-4));
  await expect(found.getByText(/^[1-5]D$/)).toHaveCount(0);
  await check(page, ' sc141120261 ');
  await expect(region(page).getByRole('heading', { name: 'Result of draw SC141120261' })).toBeVisible();
  await expect(found).toContainText('14 November 2026, 10:00 AM');

  await check(page, 'SC151120265');
  await expect(region(page)).toContainText('No results found');
  await expect(region(page)).toContainText('No result with the draw number SC151120265 has been published.');
  // The digits of a draft.
  await check(page, digitsFor(69, 4));
  await expect(region(page)).not.toContainText('SC151120265');
  await expect(region(page)).toContainText('No results found');
  await check(page, '?!');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(
    'Please enter a draw number, one to five digits, or a date.',
  );
  await expect(field).toHaveValue('?!');

  // A failed search is tried again.
  await page.route('**/api/check?*', (route) => route.abort());
  await check(page, '7');
  await expect(region(page)).toContainText('The number could not be checked. Please try again.');
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.unroute('**/api/check?*');
  await region(page).getByRole('button', { name: 'Try again' }).click();
  await expect(found).toHaveCount(12);

  const rows = page.locator('.chart tbody').getByRole('row');
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&ends=7$/);
  await expect(page.getByRole('status').filter({ hasText: 'Results that end in 7' })).toBeVisible();
  for (const text of await rows.getByRole('cell').getByRole('link').allInnerTexts())
    expect(text).toMatch(/7\s*$/);
  await page.goBack();
  await expect(found).toHaveCount(12);

  await field.fill('2 January 2020');
  await region(page).getByRole('button', { name: 'Check' }).click();
  await expect(region(page)).toContainText('No result of 2 January 2020 has been published.');

  // What is typed while another number is being checked is not lost.
  await field.fill('൧൪/൧൧/൨൬');
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.value = '2 January 2020';
  });
  await expect(region(page).getByRole('heading', { name: 'Results of 14 November 2026' })).toBeVisible();
  await expect(region(page).getByRole('listitem')).toHaveCount(5);
  await expect(field).toHaveValue('2 January 2020');
  await region(page).getByRole('link', { name: 'Clear' }).click();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('൧൪/൧൧/൨൬');
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await page.getByRole('link', { name: 'ഈ ദിവസം കാണുക' }).click();
  await expect(page).toHaveURL(/\/ml\/results\/2026-11-14$/);
});
