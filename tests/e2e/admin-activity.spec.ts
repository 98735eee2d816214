/** The activity log: entries with before and after, filters by type, user and day, and the export. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addDays } from '../../src/core/ist-time.ts';
import { ACCOUNTS, PASSWORD, signIn } from './accounts.ts';
import { expect, OFFLINE, REFUSED, signInAgain, TODAY, test, toastWith } from './panel.ts';
import { AT_ONCE, create, endSession, rowWith, unique } from './panel-lists.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

const faq = (question: string) => ({ question, answer: 'Yes.', order: 1 });
const article = (title: string) => ({ title, author: 'Desk', body: 'Text' });

test('changes appear at once, with the values before and after', async ({ page, api }) => {
  const [question, changed] = [unique('Which?'), unique('What else?')];
  await page.goto('/admin/activity');
  await expect(rows(page).first()).toBeVisible();
  const { id } = await create(api, 'faqs', faq(question));
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
});

test('changes that are not part of the live stream appear without a reload', async ({ page, api }) => {
  await page.goto('/admin/activity');
  await expect(rows(page).first()).toBeVisible();
  const email = `${unique('person').replace(' ', '')}@example.com`;
  await api.post('/api/admin/users', { data: { email, role: 'editor', password: PASSWORD } });
  await expect(rowWith(page, `Created account: ${email}`)).toBeVisible();
});

test('filters by type, user and day, and keeps the filters in the URL', async ({ page, api, server }) => {
  const title = unique('Narrow');
  await signIn(server.url, ACCOUNTS.editor.email);
  await create(api, 'news', article(title));
  await page.goto('/admin/activity');
  const created = rowWith(page, `Created article: ${title}`);
  await expect(created).toBeVisible();
  await page.getByLabel('Type').selectOption('user');
  await expect(created).toBeHidden();
  await expect(rowWith(page, 'Signed in').first()).toBeVisible();
  await page.getByLabel('Type').selectOption('news');
  await expect(created).toBeVisible();
  await expect(rowWith(page, 'Signed in')).toHaveCount(0);

  await page.getByLabel('User').selectOption('System');
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(created).toBeVisible();
  await page.getByLabel('User').selectOption('asha');
  await page.getByLabel('From').fill(addDays(TODAY, 1));
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible();
  await page.getByLabel('From').fill(TODAY);
  await page.getByLabel('To', { exact: true }).fill(TODAY);
  await expect(created).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue(TODAY);
  await expect(page.getByLabel('User')).toHaveValue('asha');
  await expect(created).toBeVisible();
  await page.goto('/admin/activity?type=cats&from=never');
  await expect(created).toBeVisible();
});

test('finds entries by their words and shows results, states and times as people write them', async ({
  page,
  api,
}) => {
  const drawNo = `TST-${Date.now().toString(36).toUpperCase()}`;
  const digits = { digit1: '2', digit2: '4', digit3: '6', digit4: '8', digit5: '0' };
  const draw = { date: '2025-03-14', slot: '12:00', drawNo, ...digits, published: false };
  const { id } = await (await api.post('/api/admin/draws', { data: draw })).json();
  await api.patch(`/api/admin/draws/${id}`, { data: { digit1: '1', published: true } });
  await page.goto('/admin/activity');
  await page.getByLabel('Search').fill(drawNo.toLowerCase());
  await expect(rows(page)).toHaveCount(2);
  const [changed, created] = [rows(page).first(), rows(page).last()];
  await expect(changed).toContainText('24680 → 14680');
  await changed.getByText('Before and after').click();
  await expect(changed.getByRole('term').first()).toHaveText('Result');
  await expect(changed.getByRole('definition').first()).toHaveText('Before24680');
  await expect(changed.locator('dl > div').filter({ hasText: 'Status' })).toContainText(
    'Draft→ AfterPublished',
  );
  await created.getByText('Details').click();
  await expect(created.getByRole('definition')).toContainText(['14 March 2025', '12:00 PM', drawNo, '24680']);
  await expect(created).not.toContainText(id);

  await page.getByLabel('Search').fill('14680');
  await expect(rows(page).filter({ hasText: drawNo })).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=14680$/);
  await page.getByLabel('Search').fill('no such words');
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('exports the filtered list, also after signing in again', async ({ page, api, allowErrors }) => {
  allowErrors(REFUSED);
  const title = unique('=Exported');
  await create(api, 'news', article(title));
  await page.goto('/admin/activity?type=news');
  await expect(rowWith(page, title)).toBeVisible();
  const exporter = page.getByText('Export CSV');
  const [first] = await Promise.all([page.waitForEvent('download'), exporter.click()]);
  expect(first.suggestedFilename()).toBe(`activity-${TODAY}.csv`);

  await endSession(page);
  await exporter.click();
  const [second] = await Promise.all([page.waitForEvent('download'), signInAgain(page)]);
  const lines = readFileSync(await second.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines[0]).toBe('Time,User,Type,Action,Target,Before,After');
  expect(lines[1]).toContain(`"asha","news","Created article","'${title}"`);
  expect(lines.slice(1).every((line) => line.includes('"news"'))).toBe(true);
  await expect(page).toHaveURL(/\/admin\/activity\?type=news$/);
});

test('a failed export shows an error and can be retried', async ({ page, context, allowErrors }) => {
  allowErrors(OFFLINE);
  await page.goto('/admin/activity');
  await expect(rows(page).first()).toBeVisible();
  await context.setOffline(true);
  await page.getByText('Export CSV').click();
  await expect(toastWith(page, 'Error exporting. Please try again.')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await context.setOffline(false);
  await Promise.all([page.waitForEvent('download'), page.getByText('Export CSV').click()]);
});

test('loads a long log page by page', async ({ page, api }) => {
  const { id } = await create(api, 'news', article(unique('Paged')));
  const patch = (body: string) => api.patch(`/api/admin/news/${id}`, { data: { body } });
  await Promise.all(Array.from({ length: 54 }, (_, index) => patch(String(index))));
  await patch('last but one');
  await page.goto('/admin/activity?type=news');
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(55);
  await patch('newest');
  await expect(rowWith(page, 'newest').first()).toBeAttached();
  await rows(page).first().getByText('Before and after').click();
  await expect(rows(page).first().getByRole('definition')).toHaveText([
    'Beforelast but one',
    '→ Afternewest',
  ]);
});
