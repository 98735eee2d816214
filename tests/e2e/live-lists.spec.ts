/** Live updates of charts and draws on open pages; a site without content; maintenance mode. */
import { addDays } from '../../src/core/ist-time.ts';
import { en } from '../../src/web/i18n/en.ts';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { enResults } from '../../src/web/i18n/en-results.ts';
import { expect, TODAY, test } from './live-site.ts';

const { charts, drawPage } = enResults;
const { contactPage, newsPage, helpPage } = enPages;
const { maintenance } = en;
const TEN = { date: TODAY, slot: '10:00', digits: '10203', published: true } as const;
const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

test('charts, the history of a draw time and the page of a draw follow publication, correction and withdrawal; maintenance mode applies to every URL and during navigation, and ends', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(/404|429|503/);
  const before = { ...TEN, date: addDays(TODAY, -2), digits: '74227' };
  const { url, asStaff } = await startSite({
    clock: '10:05:00',
    draws: [before, { ...TEN, published: false }, NOON],
  });
  const footer = page.getByRole('contentinfo');
  await page.goto(`${url}/results`);
  const rows = page.locator('.chart tbody tr');
  // Before the first result of today it shows the last day.
  const notice = page.getByRole('heading', {
    name: 'No results yet today. Showing Friday 13 November 2026',
  });
  await expect(notice).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('74227');
  await expect(page.locator('input[name=date]')).toHaveValue('2026-11-13');
  await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/publish`);
  await expect(rows).toContainText('10203');
  await expect(rows).toContainText('15 November 2026');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Previous day: 13 November 2026' })).toBeVisible();
  const noon = rows.first().getByRole('cell').nth(1);
  await expect(noon).toContainText('No result yet');
  await asStaff('POST', `${NOON_PATH}/publish`);
  await expect(noon).toContainText('48152');
  await asStaff('PATCH', NOON_PATH, { digit5: '9' });
  await expect(noon).toContainText('48159');
  await expect(noon).toContainText('Corrected');
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expect(noon).toContainText('No result yet');

  await page.getByRole('link', { name: '12:00 PM' }).click();
  await expect(page.getByRole('heading', { name: charts.noneAvailable })).toBeVisible();
  await asStaff('POST', `${NOON_PATH}/publish`);
  await expect(rows).toHaveCount(1);

  await page.getByRole('link', { name: /SC151120262/ }).click();
  const card = page.getByRole('article');
  await expect(card.getByRole('img', { name: 'Result 4 8 1 5 9' })).toBeVisible();
  const neighbours = page.getByRole('navigation', { name: drawPage.neighbours });
  await expect(neighbours.getByRole('link')).toHaveAttribute('href', '/draws/SC151120261');
  await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/unpublish`);
  await expect(neighbours.getByRole('link')).toHaveAttribute('href', '/draws/SC131120261');
  await asStaff('PATCH', NOON_PATH, { digit1: '7', reason: 'Mistyped' });
  await expect(card.getByRole('img', { name: 'Result 7 8 1 5 9' })).toBeVisible();
  await expect(card).toContainText('Corrected');
  await expect(page).toHaveTitle(/78159/);
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText(drawPage.unknown)).toBeVisible();
  await expect(page.getByText('78159')).toHaveCount(0);

  // The sixth message within an hour stays in the form.
  const message = { name: 'Anjali', phone: '0471 2345678', email: 'anjali@example.org', message: 'Hello' };
  for (let sent = 0; sent < 5; sent++) {
    const response = await page.request.post(`${url}/api/contact`, { data: { ...message, consent: true } });
    expect(response.status()).toBe(201);
  }
  await footer.getByRole('link', { name: 'Contact Us' }).click();
  for (const [name, value] of Object.entries(message)) await page.locator(`#${name}`).fill(value);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: contactPage.send }).click();
  await expect(page.getByRole('alert')).toHaveText(contactPage.tooMany);
  await expect(page.locator('#message')).toHaveValue('Hello');

  // Maintenance.
  const settings = { autoPublish: true, publishDelay: 15, generateTime: '06:00', enableNotifications: false };
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });
  await footer.getByRole('link', { name: 'Latest News' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(maintenance.title);
  for (const path of ['/results?all=1', '/ml/news', '/sitemap.xml']) {
    const response = await page.request.get(url + path);
    expect(response.status()).toBe(503);
    expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
    expect((await response.text()).match(/<h1/g)).toHaveLength(1);
  }
  await page.goto(`${url}/results?all=1`);
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: false });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`${url}/results?all=1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(charts.heading);
  await expect(rows).toHaveCount(1);
});

test('a site without content shows notices until news and questions are added; the glossary uses the publication delay', async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({ clock: '07:00:00', publishDelay: 25 });
  const footer = page.getByRole('contentinfo');
  await page.goto(`${url}/results`);
  await expect(page.getByRole('heading', { name: charts.noneToday })).toBeVisible();
  await page.getByRole('link', { name: charts.showAll }).click();
  await expect(page.getByRole('heading', { name: charts.noneAvailable })).toBeVisible();
  await expect(page.getByRole('combobox').getByRole('option')).toHaveText([
    charts.allMonths,
    'November 2026',
  ]);
  await page.getByRole('link', { name: charts.seeNextDraw }).click();
  await expect(page).toHaveURL(`${url}/`);

  await footer.getByRole('link', { name: 'Latest News' }).click();
  await expect(page.getByRole('heading', { name: newsPage.noneFound })).toBeVisible();
  await asStaff('POST', '/api/admin/news', { title: 'Hello', body: 'World', author: 'Results Desk' });
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Hello' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello');
  await expect(page.getByRole('navigation', { name: newsPage.more })).toHaveCount(0);

  await footer.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByText(helpPage.noFaqs)).toBeVisible();
  for (const [order, language] of ['en', 'ml'].entries()) {
    const faq = { question: `Question in ${language}`, answer: 'Yes.', order: order + 1, language };
    await asStaff('POST', '/api/admin/faqs', faq);
  }
  const questions = page.locator('summary');
  await expect(questions).toHaveText(['Question in en', 'Question in ml']);
  const glossary = page.getByRole('region', { name: helpPage.glossary });
  await expect(glossary).toContainText(helpPage.publishedExample('12:00 PM', '12:25 PM'));
  const settings = await asStaff<object>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, publishDelay: 5 });
  await expect(glossary).toContainText(helpPage.publishedExample('12:00 PM', '12:05 PM'));

  // Those in the visitor's language come first.
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await expect(questions).toHaveText(['Question in ml', 'Question in en']);
  await expect(questions.first()).toHaveAttribute('lang', 'ml');
});
