/** News: the list, its search in both languages, and each article at its own address. Help: questions, times, support and glossary. */

import { expect, test } from './fixtures.ts';

test('lists articles newest first, searches them while typing, and opens one, whose text is escaped; help opens questions by mouse and keyboard, and shows times, instructions, support and glossary', async ({
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

  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  const answer = page.getByText('Fifteen minutes after each draw.');
  await expect(answer).toBeHidden();
  await page.getByText('When are results published?').click();
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('ഹോം പേജിലും ചാർട്ടുകളിലും.')).toBeVisible();
  await expect(page.getByText('ഹോം പേജിലും ചാർട്ടുകളിലും.')).toHaveAttribute('lang', 'ml');

  const times = page.getByRole('region', { name: 'Draw times and time zone' });
  await expect(times.getByRole('row')).toHaveText([
    'DrawResultAnnouncement',
    '10:00 AM10:15 AM10:30 AM',
    '12:00 PM12:15 PM12:30 PM',
    '02:00 PM02:15 PM02:30 PM',
    '05:00 PM05:15 PM05:30 PM',
    '07:00 PM07:15 PM07:30 PM',
  ]);
  await expect(times).toContainText('Indian Standard Time (IST)');
  await expect(times).toContainText('10:00 AM IST is 04:30 UTC.');

  await expect(page.getByRole('region', { name: 'How to check a result' }).getByRole('listitem')).toHaveCount(
    5,
  );
  const support = page.getByRole('region', { name: 'Support' });
  await expect(support.getByRole('link', { name: '+91 471 000 0000' })).toHaveAttribute(
    'href',
    'tel:+914710000000',
  );
  await expect(support.getByRole('link', { name: 'contact@example.org' })).toHaveAttribute(
    'href',
    'mailto:contact@example.org',
  );
  await expect(support).toContainText('We reply within 24 hours.');
  for (const line of ['9:00 AM – 6:00 PM', '10:00 AM – 4:00 PM', 'Closed'])
    await expect(support).toContainText(line);
  const glossary = page.getByRole('region', { name: 'Glossary' });
  await expect(glossary.getByRole('term')).toHaveText([
    '3D',
    '2D',
    '1D',
    'Draw number',
    'Time slot',
    'Published',
  ]);
  await expect(glossary).toContainText('48207 → 207');
  await expect(glossary).toContainText('48207 → 07');
  await expect(glossary).toContainText('SC151120262: 15 November 2026, 12:00 PM.');

  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Glossary' })
    .click();
  await expect(page).toHaveURL(/#glossary$/);
  await expect(page.getByRole('heading', { name: 'Glossary' })).toBeInViewport();
});

test('an unknown article returns 404', async ({ request }) => {
  for (const id of ['none', 'a%00b', '..%2F..', 'x'.repeat(200)]) {
    expect((await request.get(`/news/${id}`)).status()).toBe(404);
  }
  expect((await request.get('/news?after=nonsense')).status()).toBe(404);
});
