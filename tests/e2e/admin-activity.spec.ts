/** The activity log: entries with before and after, filters by type, user and day, and the export. */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { PASSWORD } from './accounts.ts';
import { expect, OFFLINE, REFUSED, signInAgain, TODAY, test, toastWith } from './panel.ts';
import { AT_ONCE, create, endSession, rowWith, unique } from './panel-lists.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

const article = (title: string) => ({ title, author: 'Desk', body: 'Text' });

/** Changes appear at once with the values before and after, and are found by their words. */
async function followChanges(page: Page, api: APIRequestContext): Promise<void> {
  const [question, changed] = [unique('Which?'), unique('What else?')];
  const { id } = await create(api, 'faqs', { question, answer: 'Yes.', order: 1 });
  const created = rowWith(page, `Created FAQ: ${question}`);
  await expect(created).toBeVisible(AT_ONCE);
  await expect(created).toContainText('asha');
  await created.getByText('Details').click();
  await expect(created.getByText('Answer')).toBeVisible();
  await api.patch(`/api/admin/faqs/${id}`, { data: { question: changed } });
  const edited = rowWith(page, `Edited FAQ: ${changed}`);
  await edited.getByText('Before and after').click();
  await expect(edited.getByRole('definition')).toHaveText([`Before${question}`, `→ After${changed}`]);
  await expect(created.getByText('Answer')).toBeVisible();
  await api.delete(`/api/admin/faqs/${id}`);
  await expect(rowWith(page, `Deleted FAQ: ${changed}`)).toBeVisible();

  // Accounts are not part of the live stream.
  const email = `${unique('person').replace(' ', '')}@example.com`;
  await api.post('/api/admin/users', { data: { email, role: 'editor', password: PASSWORD } });
  await expect(rowWith(page, `Created account: ${email}`)).toBeVisible();

  const drawNo = `TST-${Date.now().toString(36).toUpperCase()}`;
  const digits = { digit1: '2', digit2: '4', digit3: '6', digit4: '8', digit5: '0' };
  const data = { date: '2025-03-14', slot: '12:00', drawNo, ...digits, published: false };
  const draw = await (await api.post('/api/admin/draws', { data })).json();
  await api.patch(`/api/admin/draws/${draw.id}`, { data: { digit1: '1', published: true } });
  await page.getByLabel('Search').fill(drawNo.toLowerCase());
  await expect(rows(page)).toHaveCount(2);
  const [published, entered] = [rows(page).first(), rows(page).last()];
  await expect(published).toContainText('24680 → 14680');
  await published.getByText('Before and after').click();
  await expect(published.getByRole('term').first()).toHaveText('Result');
  await expect(published.getByRole('definition').first()).toHaveText('Before24680');
  await expect(published.locator('dl > div').filter({ hasText: 'Status' })).toContainText(
    'Draft→ AfterPublished',
  );
  await entered.getByText('Details').click();
  await expect(entered.getByRole('definition')).toContainText(['14 March 2025', '12:00 PM', drawNo, '24680']);
  await expect(entered).not.toContainText(draw.id);
  await page.getByLabel('Search').fill('14680');
  await expect(rows(page).filter({ hasText: drawNo })).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]q=14680(&|$)/);
}

/** Exports the list after an attempt without a connection, and again after the session has ended. */
async function exportDespiteFaults(page: Page): Promise<string[]> {
  const exporter = page.getByText('Export CSV');
  await page.context().setOffline(true);
  await exporter.click();
  await expect(toastWith(page, 'Error exporting. Please try again.')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.context().setOffline(false);
  const [first] = await Promise.all([page.waitForEvent('download'), exporter.click()]);
  expect(first.suggestedFilename()).toBe(`activity-${TODAY}.csv`);

  await endSession(page);
  await exporter.click();
  const [second] = await Promise.all([page.waitForEvent('download'), signInAgain(page)]);
  return readFileSync(await second.path(), 'utf8')
    .trim()
    .split('\n');
}

test('a long log shows changes at once, is filtered, loaded page by page, and exported, also after the session has ended', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  allowErrors(OFFLINE);
  await page.goto(`/admin/activity?user=asha&from=${TODAY}`);
  await expect(page.getByLabel('From')).toHaveValue(TODAY);
  await expect(page.getByLabel('User')).toHaveValue('asha');
  await followChanges(page, api);

  // The log gets long while another screen is open: a long list takes the browser more time with each change.
  await page.getByRole('link', { name: 'Timings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Timings' })).toBeVisible();
  const long = await create(api, 'news', article(unique('Paged')));
  const patch = (body: string) => api.patch(`/api/admin/news/${long.id}`, { data: { body } });
  await Promise.all(Array.from({ length: 54 }, (_, index) => patch(String(index))));
  const title = unique('=Exported');
  await create(api, 'news', article(title));

  await page.getByRole('link', { name: 'Activity' }).click();
  const created = rowWith(page, `Created article: ${title}`);
  await expect(created).toBeVisible();
  await page.getByLabel('Type').selectOption('user');
  await expect(created).toBeHidden();
  await expect(rowWith(page, 'Signed in').first()).toBeVisible();
  await page.getByLabel('Type').selectOption('news');
  await expect(created).toBeVisible();
  await expect(rowWith(page, 'Signed in')).toHaveCount(0);

  await expect(rows(page)).toHaveCount(50);
  // A change that arrives while the next page is fetched cancels that, and the page is fetched again.
  const nextPage = /\/api\/admin\/activity\?.*cursor=/;
  await page.route(nextPage, () => {}, { times: 1 });
  const isRequested = page.waitForRequest(nextPage);
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await isRequested;
  await patch('last but one');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(55);
  await patch('newest');
  await expect(rowWith(page, 'newest').first()).toBeAttached();
  await rows(page).first().getByText('Before and after').click();
  await expect(rows(page).first().getByRole('definition')).toHaveText([
    'Beforelast but one',
    '→ Afternewest',
  ]);

  await page.getByLabel('User').selectOption('System');
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(created).toBeVisible();
  await page.getByLabel('User').selectOption('asha');
  await page.getByLabel('From').fill(addDays(TODAY, 1));
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible();
  await page.getByLabel('From').fill(TODAY);
  await page.getByLabel('To', { exact: true }).fill(TODAY);
  await page.getByLabel('Type').selectOption('news');
  await expect(created).toBeVisible();

  const address = page.url();
  const lines = await exportDespiteFaults(page);
  expect(lines[0]).toBe('Time,User,Type,Action,Target,Before,After');
  expect(lines.filter((line) => line.includes(title))).toEqual([
    expect.stringContaining(`"asha","news","Created article","'${title}"`),
  ]);
  expect(lines.slice(1).every((line) => line.includes('"news"'))).toBe(true);
  await expect(page).toHaveURL(address);
});
