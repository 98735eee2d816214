/** Without JavaScript everything can be read, searched and paged through, and a message can be sent. */
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { expect, test } from './fixtures.ts';
import { cardOf } from './live-site.ts';
import { PUBLIC_PAGES, statusOf } from './public-pages.ts';
import { digitsFor } from './site-content.ts';

test.use({ javaScriptEnabled: false });
// The browser counts scripts that it was told not to run as failed.
test.beforeEach(({ allowErrors }) => allowErrors(/\.js csp$/));

const { contactPage } = enPages;

test('every page can be read', async ({ page, allowErrors }) => {
  allowErrors(/404/);
  for (const path of [...PUBLIC_PAGES, '/ml']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(statusOf(path));
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.locator('.script-only').filter({ visible: true })).toHaveCount(0);
  }
});

test('the home page has its results, filters and check of a number', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Next draw' })).toBeVisible();
  await expect(page.locator('dialog.splash')).toBeHidden();
  await expect(cardOf(page, '14:00').getByRole('img')).toHaveAccessibleName(
    `Result ${[...digitsFor(69, 2)].join(' ')}`,
  );
  await expect(cardOf(page, '17:00')).toContainText('Waiting for the draw');
  await expect(page.getByText('Starts in')).toHaveCount(2);
  await expect(page.getByText('Starts in').first()).toBeHidden();
  await page.getByRole('link', { name: '12:00 PM' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Draw number or digits' }).fill(digitsFor(69, 0));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: `Results that end in ${digitsFor(69, 0)}` })).toBeVisible();
  await expect(page).toHaveURL(/slot=12-00/);
});

test('the charts are filtered by their form', async ({ page }) => {
  await page.goto('/results');
  await expect(page.getByText(digitsFor(69, 0))).toBeVisible();
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  await page.getByRole('combobox').selectOption('October 2026');
  await page.getByRole('searchbox').fill('SC3110');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('.chart tbody').getByRole('row')).toHaveCount(1);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await page.goto('/results?all=1');
  await page.getByRole('link', { name: 'Older results' }).click();
  await expect(page.locator('.chart tbody').getByRole('row').first()).toContainText('15 October 2026');
});

test('news are searched by their form, and questions open', async ({ page }) => {
  await page.goto('/news');
  await page.getByRole('searchbox').fill('fifteen');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await page.goto('/help');
  await page.getByText('Can a result change?').click();
  await expect(page.getByText('it is then marked as corrected')).toBeVisible();
});

test('a message is checked by the server, kept as typed, and sent', async ({ page, allowErrors }) => {
  allowErrors(/422/);
  await page.goto('/contact');
  await page.locator('#name').fill('Anjali');
  // The browser's own check lets this one pass, ours does not.
  await page.locator('#phone').fill('call me');
  await page.locator('#email').fill('anjali@example.org');
  await page.locator('#message').fill('Two\nlines');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: contactPage.send }).click();
  await expect(page.getByText(contactPage.faults['phone invalid'])).toBeVisible();
  await expect(page.locator('#name')).toHaveValue('Anjali');
  await expect(page.locator('#message')).toHaveValue('Two\nlines');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.locator('#phone').fill('0471 2345678');
  await page.getByRole('button', { name: contactPage.send }).click();
  await expect(page.getByText(contactPage.sent)).toBeVisible();
  await expect(page.locator('#name')).toHaveValue('');
});

test('the page of the API can be read, and a form still sends its call', async ({ page }) => {
  await page.goto('/api/docs');
  await page.locator('#getFaqs summary').click();
  await expect(page.locator('#getFaqs')).toContainText('All of them.');
  await page.locator('#getFaqs').getByRole('button', { name: 'Try it' }).click();
  await expect(page.locator('body')).toContainText('Can a result change?');
});
