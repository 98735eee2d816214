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
  await expect(created).toContainText('asha', AT_ONCE);
  await created.getByText('Details').click();
  await expect(created.getByText('Answer')).toBeVisible();
  await api.patch(`/api/admin/faqs/${id}`, { data: { question: changed } });
  const edited = rowWith(page, `Edited FAQ: ${changed}`);
  await edited.getByText('Before and after').click();
  await expect(edited.getByRole('definition')).toHaveText([`Before${question}`, `→ After${changed}`]);
  await expect(created.getByText('Answer')).toBeVisible();

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
  const published = rows(page).first();
  await expect(published).toContainText('24680 → 14680');
  await published.getByText('Before and after').click();
  await expect(published.getByRole('definition').first()).toHaveText('Before24680');
  await expect(page).toHaveURL(new RegExp(`[?&]q=${drawNo.toLowerCase()}(&|$)`));
}

/** Exports the list after the session has ended; without a connection, it says that it failed. */
async function exportDespiteFaults(page: Page): Promise<string[]> {
  const exporter = page.getByText('Export CSV');
  await endSession(page);
  await exporter.click();
  const [exported] = await Promise.all([page.waitForEvent('download'), signInAgain(page)]);
  expect(exported.suggestedFilename()).toBe(`activity-${TODAY}.csv`);
  await page.context().setOffline(true);
  await exporter.click();
  await expect(toastWith(page, 'Error exporting. Please try again.')).toBeVisible();
  await page.context().setOffline(false);
  return readFileSync(await exported.path(), 'utf8')
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

  // The log gets long while its list is short: a long list takes the browser more time with each change.
  const long = await create(api, 'news', article(unique('Paged')));
  const patch = (body: string) => api.patch(`/api/admin/news/${long.id}`, { data: { body } });
  await Promise.all(Array.from({ length: 54 }, (_, index) => patch(String(index))));
  const title = unique('=Exported');
  await create(api, 'news', article(title));
  await page.getByLabel('Type').selectOption('news');
  await page.getByLabel('Search').fill('');
  await expect(rows(page)).toHaveCount(50);
  await expect(rowWith(page, 'Created account')).toHaveCount(0);
  // A change that arrives while the next page is fetched cancels that, and the page is fetched again.
  const nextPage = /\/api\/admin\/activity\?.*cursor=/;
  await page.route(nextPage, () => {}, { times: 1 });
  const isRequested = page.waitForRequest(nextPage);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await isRequested;
  await patch('newest');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(55);
  await expect(rowWith(page, 'newest').first()).toBeAttached();

  await page.getByLabel('Search').fill(title);
  await expect(rows(page)).toHaveCount(1);
  const address = page.url();
  const lines = await exportDespiteFaults(page);
  expect(lines).toEqual([
    'Time,User,Type,Action,Target,Before,After',
    expect.stringContaining(`"asha","news","Created article","'${title}"`),
  ]);
  await expect(page).toHaveURL(address);

  await page.getByLabel('From').fill(addDays(TODAY, 1));
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/admin/activity');
  await expect(rows(page)).toHaveCount(50);
});
