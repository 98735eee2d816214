/** "Check a number" on the home page. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { digitsFor } from './site-content.ts';

const LATEST = digitsFor(69, 2);
const region = (page: Page) => page.getByRole('region', { name: 'Check a number' });

async function check(page: Page, text: string): Promise<void> {
  await region(page).getByRole('textbox').fill(text);
  await region(page).getByRole('button', { name: 'Check' }).click();
}

test('finds, highlights and names endings of one to five digits', async ({ page }) => {
  await page.goto('/');
  const found = region(page).getByRole('listitem');
  for (const [length, name] of [
    [1, '1D'],
    [2, '2D'],
    [3, '3D'],
  ] as const) {
    const ending = LATEST.slice(-length);
    await check(page, ending);
    await expect(region(page).getByRole('heading', { name: `Results that end in ${ending}` })).toBeVisible();
    for (const mark of await found.locator('mark').allTextContents()) expect(mark).toBe(ending);
    await expect(found.getByText(name, { exact: true })).toHaveCount(await found.count());
    if (length > 1) continue;
    await expect(found).toHaveCount(12);
    await expect(region(page)).toContainText('The newest 12 of 35');
    await expect(region(page).getByRole('link', { name: 'See all' })).toHaveAttribute(
      'href',
      `/results?all=1&ends=${ending}`,
    );
  }

  await check(page, LATEST.slice(-4));
  await expect(found.locator('mark').first()).toHaveText(LATEST.slice(-4));
  await expect(found.getByText(/^[1-5]D$/)).toHaveCount(0);

  await check(page, LATEST);
  await expect(page).toHaveURL(new RegExp(`[?&]check=${LATEST}`));
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('15 November 2026, 02:00 PM');
  await expect(found).toContainText('5D');
  await expect(found.locator('mark')).toHaveText(LATEST);
  await found.getByRole('link').click();
  await expect(page).toHaveURL(/\/draws\/SC151120263$/);
});

test('a draw number finds its draw, with any case and surrounding spaces', async ({ page }) => {
  await page.goto('/');
  await check(page, ' sc141120261 ');
  await expect(region(page).getByRole('heading', { name: 'Result of draw SC141120261' })).toBeVisible();
  await expect(region(page).getByRole('listitem')).toContainText('14 November 2026, 10:00 AM');
});

test('drafts are not found, and invalid input shows an error at the field', async ({ page, allowErrors }) => {
  // The browser reports the expected 404.
  allowErrors(/404/);
  await page.goto('/');
  await check(page, 'SC151120265');
  await expect(region(page)).toContainText('No results found');
  await expect(region(page)).toContainText('No result with the draw number SC151120265 has been published.');
  // The digits of a draft.
  await check(page, digitsFor(69, 4));
  await expect(region(page)).not.toContainText('SC151120265');
  await expect(region(page)).toContainText('No results found');
  await check(page, '?!');
  const field = region(page).getByRole('textbox');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(
    'Please enter a draw number, one to five digits, or a date.',
  );
  await expect(field).toHaveValue('?!');
});

test('a failed search shows an error and can be retried', async ({ page, allowErrors }) => {
  allowErrors(/ERR_FAILED/);
  await page.goto('/');
  await page.route('**/api/check?*', (route) => route.abort());
  await check(page, '7');
  await expect(region(page)).toContainText('The number could not be checked. Please try again.');
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.unroute('**/api/check?*');
  await region(page).getByRole('button', { name: 'Try again' }).click();
  await expect(region(page).getByRole('listitem')).toHaveCount(12);
});

test('the number is kept in the URL, and follows links, the back button and Clear', async ({ page }) => {
  await page.goto('/?slot=12-00&check=7');
  await expect(region(page).getByRole('listitem')).toHaveCount(12);
  await expect(region(page).getByRole('textbox')).toHaveValue('7');
  await check(page, LATEST);
  await expect(region(page).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/slot=12-00/);
  await page.goBack();
  await expect(region(page).getByRole('textbox')).toHaveValue('7');
  await expect(region(page).getByRole('listitem')).toHaveCount(12);
  await region(page).getByRole('link', { name: 'Clear' }).click();
  await expect(region(page).getByRole('listitem')).toHaveCount(0);
  await expect(page).toHaveURL(/\?slot=12-00$/);
});
