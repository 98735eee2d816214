/** What staff write, as visitors see it: scheduled articles, Markdown, languages and long words, and lists that follow changes. */
import { addDays } from '../../src/core/ist-time.ts';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';

const { newsPage } = enPages;

const noticeOn = (daysAgo: number, more: object = {}) => ({
  id: `notice-${daysAgo}`,
  date: addDays(TODAY, -daysAgo),
  title: `Notice ${daysAgo}`,
  body: 'Text.',
  author: 'Results Desk',
  ...more,
});

test('a scheduled article appears everywhere at its time, and nowhere before; unpublishing removes it; lists follow new and edited articles', async ({
  page,
  request,
  startSite,
}) => {
  const news = Array.from({ length: 22 }, (_, index) =>
    noticeOn(index + 1, { body: index === 2 ? 'About the monsoon.' : 'About nothing.' }),
  );
  const { url, asStaff, moveTo } = await startSite({ clock: '07:09:35', news });
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
  await expect(more).toContainText('Notice 2');
  await expect(more).not.toContainText('Scheduled words');
  const everywhere = async () =>
    Promise.all(
      ['/news', '/news?q=onam', '/api/news', '/sitemap.xml', '/feeds/news.xml', `/news/${id}`].map(
        async (path) => (await (await request.get(url + path)).text()).includes(id),
      ),
    );
  const nowhere = [false, false, false, false, false, false];
  expect(await everywhere()).toEqual(nowhere);
  expect((await request.get(`${url}/news/${id}`)).status()).toBe(404);

  await moveTo(page, '07:10:00');
  await expect(more).toContainText('Scheduled words');
  expect(await everywhere()).toEqual([true, true, true, true, true, true]);
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'News' }).click();
  const article = page.getByRole('main').getByRole('article');
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

  // New and edited articles appear in matching searches and on the right pages.
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Latest News' }).click();
  await page.getByRole('searchbox').fill('monsoon');
  await expect(titles).toHaveText(['Notice 3']);
  await asStaff('PATCH', '/api/admin/news/notice-3', { body: 'About the harvest.' });
  await asStaff('PATCH', '/api/admin/news/notice-21', { body: 'About the monsoon, too.' });
  await expect(titles).toHaveText(['Notice 21']);

  await page.getByRole('searchbox').fill('');
  await expect(titles).toHaveCount(20);
  await asStaff('PATCH', '/api/admin/news/notice-22', { title: 'Notice 22, edited' });
  await asStaff('PATCH', '/api/admin/news/notice-2', { title: 'Notice 2, edited' });
  // Changes arrive in order: once the last is shown, the others have been applied.
  await expect(titles.nth(1)).toHaveText('Notice 2, edited');
  await expect(titles).toHaveCount(20);
  await expect(titles.last()).toHaveText('Notice 20');
  await asStaff('POST', '/api/admin/news', { title: 'Brand new', body: 'Text', author: 'Desk' });
  await expect(titles.first()).toHaveText('Brand new');
  await expect(titles).toHaveCount(20);
  await expect(titles.last()).toHaveText('Notice 19');

  await page.getByRole('link', { name: newsPage.older }).click();
  await expect(titles).toHaveText(['Notice 20', 'Notice 21', 'Notice 22, edited']);
  await asStaff('PATCH', '/api/admin/news/notice-22', { title: 'Notice 22' });
  await expect(titles).toHaveText(['Notice 20', 'Notice 21', 'Notice 22']);
});

test("news in the visitor's language come first, in two columns on a wide screen, more news ends an article, and long addresses fit on a phone", async ({
  page,
  startSite,
}) => {
  const address = `https://kerala.example/${'a_long_path*'.repeat(12)}end`;
  const { url, asStaff } = await startSite({
    clock: '07:00:00',
    news: [
      ...[1, 2, 3].map((daysAgo) => noticeOn(daysAgo)),
      noticeOn(4, { title: address, body: `# *Not* a heading\n- nor a list\n\n${address}` }),
    ],
    faqs: [{ id: 'q', question: address, answer: address }],
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
    address,
    'മലയാളം വാർത്ത',
  ]);
  await expect(titles.last().getByRole('link')).toHaveAttribute('lang', 'ml');
  await write('Another in English', 'en');
  await expect(titles.first()).toHaveText('Another in English');

  // If their number is odd, the first is in both columns.
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
  await expect(more.getByRole('listitem')).toHaveText([/^മലയാളം വാർത്ത/, /^Notice 2/, /^Notice 3/, /^https/]);
  await more.getByRole('link', { name: /Notice 3/ }).click();
  await expect(page).toHaveURL(`${url}/ml/news/notice-3`);
  await expect(more).toContainText('Notice 1');
  await expect(more).not.toContainText('Notice 3');

  // Long addresses are broken, and old plain text looks as before.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('contentinfo').locator('a[href="/ml/news"]').click();
  await expect(titles.first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await items.getByRole('link', { name: address }).click();
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
  await page.getByRole('contentinfo').locator('a[href="/ml/help"]').click();
  await page.locator('summary').click();
  await expectNoSidewaysScroll(page);
  const box = await page.locator('details').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(328);
});
