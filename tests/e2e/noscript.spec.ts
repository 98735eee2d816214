/** Pages, searches, paging and the contact form without JavaScript. */
import type { Page } from '@playwright/test';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { expect, test } from './fixtures.ts';
import { cardOf } from './live-site.ts';
import { statusOf } from './public-pages.ts';
import { digitsFor } from './site-content.ts';

test.use({ javaScriptEnabled: false });
// The browser reports disabled scripts as failed.
test.beforeEach(({ allowErrors }) => allowErrors(/\.js csp$/));

const { contactPage } = enPages;

/** One of each kind that no other test of this file opens. */
const PAGES = [
  '/ml',
  '/results/12-00',
  '/results/2026-11-14',
  '/draws/SC151120261',
  '/news/timings',
  '/embed/code',
  '/no-such-page',
];

/** What needs scripts is hidden. */
const expectScriptOnlyHidden = (page: Page) =>
  expect(page.locator('.script-only').filter({ visible: true })).toHaveCount(0);

test('the HTML of every page has its content where it is shown', async ({ request }) => {
  for (const path of PAGES) {
    const response = await request.get(path);
    expect(response.status()).toBe(statusOf(path));
    const html = await response.text();
    expect(html).toMatch(/<main[\s\S]*<h[12]/);
    // Content that comes late is in a hidden element until a script moves it.
    expect(html).not.toContain('<div hidden');
  }
});

test('the home page shows results, filters and checks a number; forms filter the charts and search news, and questions open', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Next draw' })).toBeVisible();
  await expect(page.locator('dialog.splash')).toBeHidden();
  await expectScriptOnlyHidden(page);
  await expect(cardOf(page, '14:00').getByRole('img')).toHaveAccessibleName(
    `Result ${[...digitsFor(69, 2)].join(' ')}`,
  );
  await expect(cardOf(page, '17:00')).toContainText('Waiting for the draw');
  await expect(page.getByText('Starts in')).toHaveCount(2);
  await expect(page.getByText('Starts in').first()).toBeHidden();
  const filter = page.getByRole('navigation', { name: 'Draws to show' });
  await filter.getByRole('link', { name: '12:00 PM' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Draw number or digits' }).fill(digitsFor(69, 0));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: `Results that end in ${digitsFor(69, 0)}` })).toBeVisible();
  await expect(page).toHaveURL(/slot=12-00/);

  await page.goto('/results');
  await expectScriptOnlyHidden(page);
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

  await page.goto('/news');
  await page.getByRole('searchbox').fill('fifteen');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.goto('/help');
  await page.getByText('Can a result change?').click();
  await expect(page.getByText('it is then marked as corrected')).toBeVisible();
});

test('the server validates a message, keeps the input, and sends it', async ({ page, allowErrors }) => {
  allowErrors(/422/);
  await page.goto('/contact');
  await page.locator('#name').fill('Anjali');
  // Valid for the browser, but not for the server.
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

test('the API documentation is readable, and its forms send calls', async ({ request }) => {
  const html = await (await request.get('/api/docs')).text();
  const call = /<details[^>]*id="getFaqs".*?<\/details>/s.exec(html)?.[0] ?? '';
  expect(call).toContain('All questions.');
  const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(call) ?? [];
  expect(await (await request.get(action)).text()).toContain('Can a result change?');
});
