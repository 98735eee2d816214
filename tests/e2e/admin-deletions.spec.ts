/** Deletions that can still be undone when the user leaves or another user changes the row. */
import type { Page } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { OFFLINE, REFUSED, STALE, sessionLostDialog, toastWith } from './panel.ts';
import { create, rowWith, statusOf, undoButton, unique } from './panel-lists.ts';
import { expect, test } from './staff.ts';

const article = (title: string) => ({ title, author: 'Results Desk', body: `All about ${title}.` });

const pathOf = ({ id }: { id: string }) => `/api/admin/news/${id}`;

const FAILED = 'Error deleting article. Please try again.';
const CHANGED = 'Someone else has changed this meanwhile. It was not deleted.';

async function deleteArticle(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(undoButton(page)).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

test('logging out sends a pending deletion, which is not visible to the next user', async ({
  page,
  api,
  addPerson,
  signInHere,
}) => {
  const [first, next] = [await addPerson('editor'), await addPerson('editor')];
  const row = await create(api, 'news', article(unique('Logged out')));
  await signInHere(first);
  await page.goto('/admin/news');
  await deleteArticle(page, row.title);
  await logOut(page);
  expect(await statusOf(api, pathOf(row))).toBe(404);
  await enter(page, next.email);
  await expect(page.getByRole('link', { name: next.name, includeHidden: true })).toBeAttached();
  await expect(sessionLostDialog(page)).toBeHidden();
});

test('a deletion that fails during log-out shows an error, and the log-out completes', async ({
  page,
  api,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const row = await create(api, 'news', article(unique('Undeletable')));
  await signInHere(await addPerson('editor'));
  await page.goto('/admin/news');
  await deleteArticle(page, row.title);
  await page.route(`**${pathOf(row)}`, (route) => route.abort());
  await logOut(page);
  await expect(toastWith(page, FAILED)).toBeVisible();
  expect(await statusOf(api, pathOf(row))).toBe(200);
});

test('an article that was edited meanwhile is not deleted and shows the edit', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(STALE);
  const row = await create(api, 'news', article(unique('Edited')));
  await page.goto('/admin/news');
  await deleteArticle(page, row.title);
  await api.patch(pathOf(row), { data: { body: 'Written by a colleague.' } });
  await page.getByLabel('Dismiss').click();
  await expect(toastWith(page, CHANGED)).toBeVisible();
  await expect(rowWith(page, row.title)).toContainText('Written by a colleague.');
  expect(await statusOf(api, pathOf(row))).toBe(200);
});

test('a question or an account that was changed meanwhile is not deleted', async ({
  page,
  api,
  addPerson,
  allowErrors,
}) => {
  allowErrors(STALE);
  const question = unique('Why');
  const faq = await create(api, 'faqs', { question, answer: 'Because.', order: 1 });
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: `Delete ${question}` }).click();
  await api.patch(`/api/admin/faqs/${faq.id}`, { data: { answer: 'By a colleague.' } });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, CHANGED)).toBeVisible();
  await expect(rowWith(page, question)).toContainText('By a colleague.');

  const person = await addPerson('editor');
  await page.goto('/admin/users');
  await page.getByLabel('Search').fill(person.email);
  await page.getByRole('button', { name: `More for ${person.name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await api.patch(`/api/admin/users/${person.id}`, { data: { role: 'admin' } });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, CHANGED)).toBeVisible();
  expect(await statusOf(api, `/api/admin/users/${person.id}`)).toBe(200);
});

test('leaving the panel waits for a pending deletion and is cancelled if it fails', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const row = await create(api, 'news', article(unique('Left behind')));
  await page.goto('/admin/news');
  await deleteArticle(page, row.title);
  await page.route(`**${pathOf(row)}`, (route) => route.abort());
  const leave = async () => {
    await page.getByRole('link', { name: 'Swarna Chakra' }).click();
  };
  await leave();
  await expect(toastWith(page, FAILED)).toBeVisible();
  await expect(page).toHaveURL('/admin/news');
  await page.unroute(`**${pathOf(row)}`);
  await page.reload();
  await deleteArticle(page, row.title);
  await leave();
  await expect(page).toHaveURL('/');
  expect(await statusOf(api, pathOf(row))).toBe(404);
});

test('a pending deletion is not sent with the session of the next user', async ({
  page,
  context,
  api,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const [first, next] = [await addPerson('editor'), await addPerson('editor')];
  const row = await create(api, 'news', article(unique('Not theirs')));
  await signInHere(first);
  const other = await context.newPage();
  await other.goto('/admin/account');
  await page.goto('/admin/news');
  await deleteArticle(page, row.title);
  await logOut(other);
  await expect(sessionLostDialog(page)).toBeVisible();
  await enter(other, next.email);
  await expect(page.getByRole('link', { name: next.name, includeHidden: true })).toBeAttached();
  await expect(rowWith(page, row.title)).toBeVisible();
  expect(await statusOf(api, pathOf(row))).toBe(200);
});

test('a deletion whose session ended without a new sign-in shows an error', async ({
  page,
  api,
  addPerson,
  signInHere,
  endSessions,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const person = await addPerson('editor');
  const row = await create(api, 'news', article(unique('Orphaned')));
  await signInHere(person);
  await page.goto('/admin/news');
  await deleteArticle(page, row.title);
  await endSessions(person);
  await page.getByLabel('Dismiss').click();
  await sessionLostDialog(page).getByRole('button', { name: 'Leave, and lose what is not saved' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(toastWith(page, FAILED)).toBeVisible();
  expect(await statusOf(api, pathOf(row))).toBe(200);
});

test('a deletion can be undone for eight seconds, on other screens too, and is then sent', async ({
  page,
  api,
}) => {
  const row = await create(api, 'news', article(unique('Short-lived')));
  await page.clock.install();
  await page.goto('/admin/news');
  await page.getByRole('button', { name: `Delete ${row.title}` }).click();
  await page.clock.runFor(5_000);
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'FAQ', level: 1 })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(undoButton(page)).toBeVisible();
  expect(await statusOf(api, pathOf(row))).toBe(200);
  await page.getByRole('link', { name: 'News' }).click();
  await expect(page.getByRole('heading', { name: 'News', level: 1 })).toBeVisible();
  await expect(rowWith(page, row.title)).toBeHidden();
  await page.clock.runFor(8_000);
  await expect.poll(() => statusOf(api, pathOf(row))).toBe(404);
  await expect(undoButton(page)).toBeHidden();
  await expect(rowWith(page, row.title)).toBeHidden();
});

test('a pending deletion is sent when the tab is closed or leaves the panel', async ({
  page,
  context,
  api,
}) => {
  const [first, second] = [
    await create(api, 'news', article(unique('Closed'))),
    await create(api, 'news', article(unique('Left'))),
  ];
  const closing = await context.newPage();
  await closing.goto('/admin/news');
  await closing.getByRole('button', { name: `Delete ${first.title}` }).click();
  await expect(undoButton(closing)).toBeVisible();
  await closing.close({ runBeforeUnload: true });
  await expect.poll(() => statusOf(api, pathOf(first))).toBe(404);

  await page.goto('/admin/news');
  await page.getByRole('button', { name: `Delete ${second.title}` }).click();
  await expect(undoButton(page)).toBeVisible();
  expect(await statusOf(api, pathOf(second))).toBe(200);
  await page.evaluate(() => history.pushState({}, '', '/help'));
  await page.reload();
  await expect.poll(() => statusOf(api, pathOf(second))).toBe(404);
});

test('a failed deletion shows the article again, with an error', async ({
  page,
  context,
  api,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  const row = await create(api, 'news', article(unique('Clinging')));
  await page.goto('/admin/news');
  await page.getByRole('button', { name: `Delete ${row.title}` }).click();
  await context.setOffline(true);
  await page.getByLabel('Dismiss').click();
  await expect(toastWith(page, 'Error deleting article. Please try again.')).toBeVisible();
  await expect(rowWith(page, row.title)).toBeVisible();
  await context.setOffline(false);
  expect(await statusOf(api, pathOf(row))).toBe(200);
});
