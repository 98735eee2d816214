/** What staff write, as visitors see it: scheduled articles, Markdown, languages, long words, and the publication delay. */
import { addDays } from '../../src/core/ist-time.ts';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';

const { newsPage, helpPage } = enPages;

const noticeOn = (daysAgo: number, more: object = {}) => ({
  id: `notice-${daysAgo}`,
  date: addDays(TODAY, -daysAgo),
  title: `Notice ${daysAgo}`,
  body: 'Text.',
  author: 'Results Desk',
  ...more,
});

test('a scheduled article appears everywhere at its time, and nowhere before; unpublishing removes it', async ({
  page,
  request,
  startSite,
}) => {
  const { url, asStaff, moveTo } = await startSite({ clock: '07:09:35', news: [noticeOn(1)] });
  await page.clock.install();
  const { id } = await asStaff<{ id: string }>('POST', '/api/admin/news', {
    title: 'Scheduled words',
    body: 'All about **Onam**: https://kerala.example/onam',
    author: 'Desk',
    status: 'scheduled',
    publishAt: `${TODAY}T01:40:00.000Z`,
  });
  await page.goto(`${url}/news/notice-1`);
  const more = page.getByRole('navigation', { name: newsPage.more });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notice 1');
  await expect(more).toHaveCount(0);
  const everywhere = async () =>
    Promise.all(
      ['/news', '/news?q=onam', '/api/news', '/sitemap.xml', '/feeds/news.xml', `/news/${id}`].map(
        async (path) => (await (await request.get(url + path)).text()).includes(id),
      ),
    );
  // The address of a missing page contains the id that was asked for.
  const nowhere = [false, false, false, false, false, true];
  expect(await everywhere()).toEqual(nowhere);
  expect((await request.get(`${url}/news/${id}`)).status()).toBe(404);

  await moveTo(page, '07:10:00');
  await expect(more).toContainText('Scheduled words');
  expect(await everywhere()).toEqual([true, true, true, true, true, true]);
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'News' }).click();
  const article = page.getByRole('main').getByRole('article');
  await expect(article).toHaveCount(2);
  await expect(article.first()).toContainText('All about Onam: https://kerala.example/onam');

  await article.first().getByRole('link').click();
  await expect(article.getByRole('strong')).toHaveText('Onam');
  await expect(article.getByRole('link')).toHaveAttribute('href', 'https://kerala.example/onam');
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    'All about Onam: https://kerala.example/onam',
  );
  await asStaff('PATCH', `/api/admin/news/${id}`, { status: 'draft' });
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(await everywhere()).toEqual(nowhere);
});

test("news in the visitor's language come first, in two columns on a wide screen, and more news ends an article", async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({
    clock: '07:00:00',
    news: [1, 2, 3, 4].map((daysAgo) => noticeOn(daysAgo)),
  });
  const write = (title: string, language: string) =>
    asStaff('POST', '/api/admin/news', { title, body: title, author: 'Desk', language });
  await write('മലയാളം വാർത്ത', 'ml');
  await write('English news', 'en');
  const items = page.getByRole('main').getByRole('article');
  const titles = items.getByRole('heading');
  await page.goto(`${url}/news`);
  await expect(titles).toHaveText([
    'English news',
    'Notice 1',
    'Notice 2',
    'Notice 3',
    'Notice 4',
    'മലയാളം വാർത്ത',
  ]);
  await expect(titles.last().getByRole('link')).toHaveAttribute('lang', 'ml');
  await write('Another in English', 'en');
  await expect(titles.first()).toHaveText('Another in English');

  // Of an odd number, the first is in both columns.
  const [first, second] = [await items.nth(0).boundingBox(), await items.nth(1).boundingBox()];
  expect(second?.y).toBeGreaterThan(first?.y ?? 0);
  await page.setViewportSize({ width: 1920, height: 1080 });
  const boxes = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().toJSON()));
  expect(boxes[0].width).toBeGreaterThan(2 * boxes[1].width);
  expect(boxes[1].y).toBe(boxes[2].y);
  expect(boxes[2].x).toBeGreaterThan(boxes[1].x);

  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await expect(titles.first()).toHaveText('മലയാളം വാർത്ത');
  await expect(titles.last()).toHaveText('English news');
  await titles.nth(1).getByRole('link').click();
  const more = page.getByRole('navigation', { name: mlPages.newsPage.more });
  await expect(more.getByRole('listitem')).toHaveText([/^മലയാളം വാർത്ത/, /^Notice 2/, /^Notice 3/, /^Notice 4/]);
  await more.getByRole('link', { name: /Notice 3/ }).click();
  await expect(page).toHaveURL(`${url}/ml/news/notice-3`);
  await expect(more).toContainText('Notice 1');
  await expect(more).not.toContainText('Notice 3');
});

test('long addresses are broken, and old plain text looks as before', async ({ page, startSite }) => {
  const address = `https://kerala.example/${'a_long_path*'.repeat(12)}end`;
  const { url } = await startSite({
    clock: '07:00:00',
    news: [noticeOn(1, { title: address, body: `# *Not* a heading\n- nor a list\n\n${address}` })],
    faqs: [{ id: 'q', question: address, answer: address }],
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${url}/news`);
  await expectNoSidewaysScroll(page);
  await page.getByRole('main').getByRole('article').getByRole('link').click();
  const article = page.getByRole('main').getByRole('article');
  await expect(article.getByRole('paragraph').nth(1)).toHaveText('# *Not* a heading\n- nor a list');
  await expect(article.locator('.article-body br')).toHaveCount(1);
  await expect(article.getByRole('link')).toHaveAttribute('href', address);
  const isInside = await article.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    return [...element.querySelectorAll('h1, p, a')].every(
      (inner) => inner.getBoundingClientRect().right <= right,
    );
  });
  expect(isInside).toBe(true);
  await expectNoSidewaysScroll(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await page.locator('summary').click();
  await expectNoSidewaysScroll(page);
  const box = await page.locator('details').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(328);
});

test("questions in the visitor's language come first, and the glossary uses the publication delay", async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({ clock: '07:00:00', publishDelay: 25 });
  for (const [order, language] of ['ml', 'en'].entries()) {
    const faq = { question: `Question in ${language}`, answer: 'Yes.', order: order + 1, language };
    await asStaff('POST', '/api/admin/faqs', faq);
  }
  const questions = page.locator('summary');
  await page.goto(`${url}/ml/help`);
  await expect(questions).toHaveText(['Question in ml', 'Question in en']);
  await expect(questions.first()).toHaveAttribute('lang', 'ml');
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(questions).toHaveText(['Question in en', 'Question in ml']);

  const glossary = page.getByRole('region', { name: helpPage.glossary });
  await expect(glossary).toContainText(helpPage.publishedExample('12:00 PM', '12:25 PM'));
  const settings = await asStaff<object>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, publishDelay: 5 });
  await expect(glossary).toContainText(helpPage.publishedExample('12:00 PM', '12:05 PM'));
});
