/** The home page at 14:30, when three results are published and two draws are upcoming, and "Check a number". */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cardOf, expectFace } from './live-site.ts';
import { digitsFor } from './site-content.ts';

/** 15 November is the seventieth day of the seeded site. */
const todaysDigits = (place: number) => digitsFor(69, place);
const spaced = (digits: string) => [...digits].join(' ');

const LATEST = todaysDigits(2);
const region = (page: Page) => page.getByRole('region', { name: 'Check a number' });

async function check(page: Page, text: string): Promise<void> {
  await region(page).getByRole('textbox').fill(text);
  await region(page).getByRole('button', { name: 'Check' }).click();
}

/** Leaves the focus on the field of the number. */
async function tabToField(page: Page): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement)) return;
  }
  throw new Error('The field cannot be reached.');
}

test('shows next draw, ordered cards, schedule, links and disclaimer, contains no draft, and filters by links; checks a number with the keyboard, names invalid input, retries a failed search, and keeps what is typed meanwhile', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const response = await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  const html = (await response?.text()) ?? '';
  for (const place of [3, 4]) {
    expect(html).not.toContain(todaysDigits(place));
    await expect(page.locator('body')).not.toContainText(spaced(todaysDigits(place)));
  }
  const next = page.getByRole('region', { name: 'Next Draw' });
  await expect(next).toContainText('05:00 PM');
  await expect(next).toContainText('Today, 15 November 2026');
  await expect(next.getByRole('timer')).toContainText('02');
  const rendered = await next.innerText();
  await expect.poll(() => next.innerText(), { message: 'the countdown ticks' }).not.toBe(rendered);

  // First the reveals of the last two hours, newest first; then older reveals; then upcoming draws.
  const headings = page.getByRole('article').getByRole('heading');
  await expect(headings).toHaveText([/02:00 PM/, /12:00 PM/, /10:00 AM/, /05:00 PM/, /07:00 PM/]);
  const published = cardOf(page, '14:00');
  await expectFace(published, 'published');
  await expect(published).toContainText('Results Published');
  await expect(published).toContainText('02:15 PM Drawn by the system');
  await expect(published.getByRole('img', { name: `Result ${spaced(todaysDigits(2))}` })).toBeVisible();
  await expectFace(cardOf(page, '17:00'), 'waiting');
  await expect(cardOf(page, '17:00')).toContainText(/Starts in 02h \d\dm \d\ds/);
  await expect(cardOf(page, '17:00')).toContainText('SC151120264');

  const schedule = page.getByRole('region', { name: 'Draw schedule' }).getByRole('row');
  await expect(schedule).toHaveCount(6);
  await expect(schedule.nth(1)).toHaveText('10:00 AM10:15 AM10:30 AM');
  await expect(schedule.nth(5)).toHaveText('07:00 PM07:15 PM07:30 PM');
  for (const path of ['/results', '/news', '/help', '/contact']) {
    await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toHaveCount(1);
  }
  await expect(page.getByRole('main')).toContainText('Results are for quick reference only.');

  const filter = page.getByRole('navigation', { name: 'Draws to show' });
  await expect(filter.getByRole('link')).toHaveCount(6);
  await expect(filter.getByRole('link', { name: 'All draws' })).toHaveAttribute('aria-current', 'true');
  await filter.getByRole('link', { name: '12:00 PM' }).click();
  await expect(page).toHaveURL(/\?slot=12-00$/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(cardOf(page, '12:00')).toBeVisible();
  await expect(filter.getByRole('link', { name: '12:00 PM' })).toHaveAttribute('aria-current', 'true');
  // The slot of a shared link, and one that does not exist.
  const cardsAt = async (path: string) => (await (await page.request.get(path)).text()).match(/<article/g);
  expect(await cardsAt('/ml?slot=19-00')).toHaveLength(1);
  expect(await cardsAt('/?slot=11-11')).toHaveLength(5);

  await tabToField(page);
  await expect(page.getByRole('textbox', { name: 'Draw number or digits' })).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const found = region(page).getByRole('listitem');
  await expect(region(page).getByRole('heading', { name: 'Results that end in 7' })).toBeVisible();
  await expect(found).toHaveCount(12);
  for (const mark of await found.locator('mark').allTextContents()) expect(mark).toBe('7');
  await expect(found.getByText('1D', { exact: true })).toHaveCount(12);
  await expect(region(page)).toContainText('The newest 12 of 35');

  await check(page, LATEST);
  await expect(page).toHaveURL(new RegExp(`slot=12-00.*&check=${LATEST}`));
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('15 November 2026, 02:00 PM');
  await expect(found).toContainText('5D');
  await expect(found.locator('mark')).toHaveText(LATEST);
  await found.getByRole('link').click();
  await expect(page).toHaveURL(/\/draws\/SC151120263$/);
  await page.goBack();
  await expect(found.locator('mark')).toHaveText(LATEST);
  await page.goBack();
  await expect(region(page).getByRole('textbox')).toHaveValue('7');
  await expect(found).toHaveCount(12);
  await region(page).getByRole('link', { name: 'Clear' }).click();
  await expect(found).toHaveCount(0);
  await expect(page).toHaveURL(/\?slot=12-00$/);
  await filter.getByRole('link', { name: 'All draws' }).click();
  await expect(page.getByRole('article')).toHaveCount(5);

  // The digits of a draft.
  await check(page, todaysDigits(4));
  await expect(region(page)).toContainText('No results found');
  await expect(region(page)).not.toContainText('SC151120265');
  const field = region(page).getByRole('textbox');
  await check(page, '?!');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(
    'Please enter a draw number, one to five digits, or a date.',
  );
  await expect(field).toHaveValue('?!');

  // A failed search is tried again.
  await page.route('**/api/check?*', (route) => route.abort());
  await check(page, '8');
  await expect(region(page)).toContainText('The number could not be checked. Please try again.');
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.unroute('**/api/check?*');
  await region(page).getByRole('button', { name: 'Try again' }).click();
  await expect(found).toHaveCount(12);
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&ends=8$/);
  await expect(page.getByRole('status').filter({ hasText: 'Results that end in 8' })).toBeVisible();
  const rows = page.locator('.chart tbody').getByRole('row');
  for (const text of await rows.getByRole('cell').getByRole('link').allInnerTexts())
    expect(text).toMatch(/8\s*$/);
  await page.goBack();
  await expect(found).toHaveCount(12);

  // What is typed while another number is being checked is not lost.
  await field.fill('൧൪/൧൧/൨൬');
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.value = '2 January 2020';
  });
  await expect(region(page).getByRole('heading', { name: 'Results of 14 November 2026' })).toBeVisible();
  await expect(found).toHaveCount(5);
  await expect(field).toHaveValue('2 January 2020');
  await region(page).getByRole('link', { name: 'Clear' }).click();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('൧൪/൧൧/൨൬');
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await page.getByRole('link', { name: 'ഈ ദിവസം കാണുക' }).click();
  await expect(page).toHaveURL(/\/ml\/results\/2026-11-14$/);
});
