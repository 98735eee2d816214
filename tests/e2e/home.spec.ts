/** The home page at 14:30: three results are published, two draws are upcoming. */
import { expect, test } from './fixtures.ts';
import { cardOf, expectFace } from './live-site.ts';
import { digitsFor } from './site-content.ts';

/** 15 November is the seventieth day of the seeded site. */
const todaysDigits = (place: number) => digitsFor(69, place);
const spaced = (digits: string) => [...digits].join(' ');

test('shows next draw, ordered cards, schedule, links and disclaimer, contains no draft, and filters by links', async ({
  page,
}) => {
  const response = await page.goto('/');
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
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(5);
  // The slot of a shared link, and one that does not exist.
  const cardsAt = async (path: string) => (await (await page.request.get(path)).text()).match(/<article/g);
  expect(await cardsAt('/ml?slot=19-00')).toHaveLength(1);
  expect(await cardsAt('/?slot=11-11')).toHaveLength(5);
});
