/** Live updates of lists on open pages; a site without content; maintenance mode. */
import type { Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { en } from '../../src/web/i18n/en.ts';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { enResults } from '../../src/web/i18n/en-results.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

const { charts, drawPage } = enResults;
const { contactPage, newsPage, helpPage } = enPages;
const { maintenance } = en;
const TEN = { date: TODAY, slot: '10:00', digits: '10203', published: true } as const;
const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

test('charts show a published result, its correction and its withdrawal', async ({
  page,
  context,
  startSite,
}) => {
  const october = { ...TEN, date: '2026-10-31', digits: '31313' };
  const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [TEN, NOON, october] });
  const [otherMonth, slotHistory] = [await context.newPage(), await context.newPage()];
  await page.goto(`${url}/results`);
  await otherMonth.goto(`${url}/results?all=1&month=2026-10`);
  await slotHistory.goto(`${url}/results/12-00`);
  const noon = page.locator('.chart tbody tr').first().getByRole('cell').nth(1);
  await expect(noon).toContainText('No result yet');
  await expect(slotHistory.getByRole('heading', { name: charts.noneAvailable })).toBeVisible();

  await asStaff('POST', `${NOON_PATH}/publish`);
  await expect(noon).toContainText('48152');
  await expect(slotHistory.locator('.chart tbody tr')).toHaveCount(1);
  await asStaff('PATCH', NOON_PATH, { digit5: '9' });
  await expect(noon).toContainText('48159');
  await expect(noon).toContainText('Corrected');
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expect(noon).toContainText('No result yet');
  await expect(otherMonth.locator('.chart tbody tr')).toHaveCount(1);
  await expect(otherMonth.locator('.chart tbody tr')).toContainText('31313');
});

test('the page of a draw follows the draw and its neighbours, until it is withdrawn', async ({
  page,
  startSite,
}) => {
  const yesterday = { ...TEN, date: addDays(TODAY, -1) };
  const { url, asStaff } = await startSite({
    clock: '12:05:00',
    draws: [yesterday, TEN, { ...NOON, published: true }],
  });
  await page.goto(`${url}/draws/SC151120262`);
  await expect(page.getByRole('article').getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
  const neighbours = page.getByRole('navigation', { name: drawPage.neighbours });
  await expect(neighbours.getByRole('link')).toHaveAttribute('href', '/draws/SC151120261');
  await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/unpublish`);
  await expect(neighbours.getByRole('link')).toHaveAttribute('href', '/draws/SC141120261');

  await asStaff('PATCH', NOON_PATH, { digit1: '7', reason: 'Mistyped' });
  await expect(page.getByRole('article').getByRole('img', { name: 'Result 7 8 1 5 2' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Corrected');
  await expect(page).toHaveTitle(/78152/);
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText(drawPage.unknown)).toBeVisible();
  await expect(page.getByText('78152')).toHaveCount(0);
});

test('a site without content shows notices until news and questions are added', async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({ clock: '07:00:00' });
  await page.goto(`${url}/results`);
  await expect(page.getByRole('heading', { name: charts.noneToday })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: charts.showAll }).click();
  await expect(page.getByRole('heading', { name: charts.noneAvailable })).toBeVisible();
  await expect(page.getByRole('combobox').getByRole('option')).toHaveText([
    charts.allMonths,
    'November 2026',
  ]);
  await page.getByRole('link', { name: charts.seeNextDraw }).click();
  await expect(page).toHaveURL(`${url}/`);

  await page.goto(`${url}/ml/news`);
  await expect(page.getByRole('heading', { name: 'വാർത്തകളൊന്നും കണ്ടെത്തിയില്ല' })).toBeVisible();
  await page.goto(`${url}/news`);
  await expect(page.getByRole('heading', { name: newsPage.noneFound })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await asStaff('POST', '/api/admin/news', { title: 'Hello', body: 'World', author: 'Results Desk' });
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Hello' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello');

  await page.goto(`${url}/help`);
  await expect(page.getByText(helpPage.noFaqs)).toBeVisible();
  await asStaff('POST', '/api/admin/faqs', { question: 'Why?', answer: 'Because.', order: 1 });
  await expect(page.getByText('Why?')).toBeVisible();
});

test('new and edited articles appear on the matching pages and searches', async ({
  page,
  context,
  startSite,
}) => {
  const news = Array.from({ length: 22 }, (_, index) => ({
    id: `notice-${index + 1}`,
    date: addDays(TODAY, -index - 1),
    title: `Notice ${index + 1}`,
    body: index === 2 ? 'About the monsoon.' : 'About nothing.',
    author: 'Results Desk',
  }));
  const { url, asStaff } = await startSite({ clock: '12:05:00', news });
  const titles = (each: Page) => each.getByRole('main').getByRole('article').getByRole('heading');
  const [older, found] = [await context.newPage(), await context.newPage()];
  await page.goto(`${url}/news`);
  await older.goto(`${url}/news`);
  await older.getByRole('link', { name: newsPage.older }).click();
  await expect(titles(older)).toHaveText(['Notice 21', 'Notice 22']);
  await found.goto(`${url}/news?q=monsoon`);
  await expect(titles(found)).toHaveText(['Notice 3']);

  await asStaff('PATCH', '/api/admin/news/notice-22', { title: 'Notice 22, edited' });
  await asStaff('PATCH', '/api/admin/news/notice-3', { body: 'About the harvest.' });
  await asStaff('PATCH', '/api/admin/news/notice-21', { body: 'About the monsoon, too.' });
  await asStaff('PATCH', '/api/admin/news/notice-2', { title: 'Notice 2, edited' });
  // Changes arrive in order: once the last is shown, the others have been applied.
  await expect(titles(page).nth(1)).toHaveText('Notice 2, edited');
  await expect(titles(page)).toHaveCount(20);
  await expect(titles(page).last()).toHaveText('Notice 20');
  await expect(titles(older)).toHaveText(['Notice 21', 'Notice 22, edited']);
  await expect(titles(found)).toHaveText(['Notice 21']);

  await asStaff('POST', '/api/admin/news', { title: 'Brand new', body: 'Text', author: 'Desk' });
  await expect(titles(page).first()).toHaveText('Brand new');
  await expect(titles(page)).toHaveCount(20);
  await expect(titles(page).last()).toHaveText('Notice 19');
  await page.getByRole('link', { name: newsPage.older }).click();
  await expect(titles(page)).toHaveText(['Notice 20', 'Notice 21', 'Notice 22, edited']);
});

test('the sixth message within an hour shows an error and stays in the form', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(/429/);
  const { url } = await startSite({ clock: '12:05:00' });
  const message = { name: 'Anjali', phone: '0471 2345678', email: 'anjali@example.org', message: 'Hello' };
  for (let sent = 0; sent < 5; sent++) {
    const response = await page.request.post(`${url}/api/contact`, { data: { ...message, consent: true } });
    expect(response.status()).toBe(201);
  }
  await page.goto(`${url}/contact`);
  for (const [name, value] of Object.entries(message)) await page.locator(`#${name}`).fill(value);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: contactPage.send }).click();
  await expect(page.getByRole('alert')).toHaveText(contactPage.tooMany);
  await expect(page.locator('#message')).toHaveValue('Hello');
});

test('maintenance mode applies to every URL and during navigation, and ends', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(/503/);
  const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [TEN] });
  const settings = { autoPublish: true, publishDelay: 15, generateTime: '06:00', enableNotifications: false };
  await page.goto(`${url}/help`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(helpPage.heading);
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Latest News' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(maintenance.title);
  for (const path of ['/results?all=1', '/ml/news', '/sitemap.xml']) {
    const response = await page.goto(url + path);
    expect(response?.status()).toBe(503);
    expect(Number(response?.headers()['retry-after'])).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
  }
  await page.goto(`${url}/results?all=1`);
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: false });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`${url}/results?all=1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(charts.heading);
  await expect(page.locator('.chart tbody tr')).toHaveCount(1);
});
