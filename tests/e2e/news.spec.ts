/** News: the list, its search in both languages, and each article at its own address. */

import { expect, test } from './fixtures.ts';

test('lists articles newest first, with date, author and excerpt', async ({ page }) => {
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
});

test('searches title and text while typing; an empty list shows a notice', async ({ page }) => {
  await page.goto('/news');
  const articles = page.getByRole('main').getByRole('article');
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
});

test('a search in modern Malayalam spelling finds the old spelling', async ({ page }) => {
  await page.goto('/ml/news?q=നവംബർ');
  const articles = page.getByRole('main').getByRole('article');
  await expect(articles).toHaveCount(1);
  await expect(articles.getByRole('heading')).toContainText('കേരളപ്പിറവി');
  await page.goto('/ml/news?q=ഇല്ലാത്ത+വാർത്ത');
  await expect(page.getByRole('heading', { name: 'വാർത്തകളൊന്നും കണ്ടെത്തിയില്ല' })).toBeVisible();
});

test('an article has its own page, and its text is escaped', async ({ page }) => {
  await page.goto('/news');
  await page.getByRole('link', { name: 'Five draws a day from the first of December' }).click();
  await expect(page).toHaveURL(/\/news\/timings$/);
  await expect(page).toHaveTitle('Five draws a day from the first of December · Swarna Chakra');
  const article = page.getByRole('main').getByRole('article');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(
    'Five draws a day from the first of December',
  );
  await expect(article.getByRole('paragraph')).toHaveText([
    /14 November 2026 · By Results Desk/,
    'The times stay as they are.',
    'Results appear fifteen minutes after each draw. <script>alert("no")</script> & more.',
  ]);
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL(/\/news$/);
});

test('the language of an article is detected from its script', async ({ page }) => {
  await page.goto('/news/onam');
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ml');
  await page.goto('/ml/news/timings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
});

test('an unknown article returns 404', async ({ request }) => {
  for (const id of ['none', 'a%00b', '..%2F..', 'x'.repeat(200)]) {
    expect((await request.get(`/news/${id}`)).status()).toBe(404);
  }
  expect((await request.get('/news?after=nonsense')).status()).toBe(404);
});
