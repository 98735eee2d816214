/** News: the list, its search in both languages, and each article at its own address. */

import { expect, test } from './fixtures.ts';

test('lists articles newest first, searches them while typing, and opens one, whose text is escaped', async ({
  page,
}) => {
  await page.goto('/news');
  const articles = page.getByRole('main').getByRole('article');
  await expect(articles).toHaveCount(20);
  await expect(articles.first()).toContainText('Five draws a day from the first of December');
  await expect(articles.first()).toContainText('14');
  await expect(articles.first()).toContainText('November');
  await expect(articles.first()).toContainText('By Results Desk');
  await expect(articles.nth(2)).toContainText('Read on');
  await expect(articles.nth(3)).not.toContainText('Read on');
  await page.getByRole('link', { name: 'Older news' }).click();
  await expect(articles).toHaveCount(4);
  await expect(articles.last()).toContainText('Notice 22');
  await page.goBack();
  await expect(articles).toHaveCount(20);

  const box = page.getByRole('searchbox', { name: 'Search news' });
  await box.fill('FIFTEEN minutes');
  await expect(page).toHaveURL(/\/news\?q=FIFTEEN\+minutes$/);
  await expect(articles).toHaveCount(1);
  await box.fill('nothing of the kind');
  await expect(page.getByRole('heading', { name: 'No news found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await expect(box).toHaveValue('');
  await expect(articles).toHaveCount(20);

  await page.getByRole('link', { name: 'Five draws a day from the first of December' }).click();
  await expect(page).toHaveURL(/\/news\/timings$/);
  await expect(page).toHaveTitle('Five draws a day from the first of December · Swarna Chakra');
  const article = page.getByRole('main').getByRole('article');
  const heading = article.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Five draws a day from the first of December');
  await expect(article.getByRole('paragraph')).toHaveText([
    /14 November 2026 · By Results Desk/,
    'The times stay as they are.',
    'Results appear fifteen minutes after each draw. <script>alert("no")</script> & more.',
  ]);
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
  await expect(heading).toHaveAttribute('lang', 'en');
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();

  // A search in modern Malayalam spelling finds the old spelling.
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await box.fill('നവംബർ');
  await expect(articles).toHaveCount(1);
  await expect(articles.getByRole('heading')).toContainText('കേരളപ്പിറവി');
  await articles.getByRole('link').click();
  await expect(heading).toHaveAttribute('lang', 'ml');
});

test('an unknown article returns 404', async ({ request }) => {
  for (const id of ['none', 'a%00b', '..%2F..', 'x'.repeat(200)]) {
    expect((await request.get(`/news/${id}`)).status()).toBe(404);
  }
  expect((await request.get('/news?after=nonsense')).status()).toBe(404);
});
