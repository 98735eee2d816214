/** Deletions that can still be undone when the user leaves or another user changes the row. */
import type { Page } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { REFUSED, STALE, sessionLostDialog, tellAsOtherTab, toastWith } from './panel.ts';
import { create, removeAll, rowWith, statusOf, undoButton, unique } from './panel-lists.ts';
import { expect, test } from './staff.ts';

const article = (title: string) => ({ title, author: 'Results Desk', body: `All about ${title}.` });

const pathOf = ({ id }: { id: string }) => `/api/admin/news/${id}`;

const FAILED = 'Error deleting article. Please try again.';
const CHANGED = 'Someone else has changed this meanwhile. It was not deleted.';

async function deleteArticle(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(undoButton(page)).toBeVisible();
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: screen }).click();
  await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
}

async function dismissToast(page: Page, text: string): Promise<void> {
  // The toast of an earlier action may still be there.
  const toast = page.locator('[role=dialog], [role=alertdialog]').filter({ hasText: text });
  await toast.getByLabel('Dismiss').click();
  await expect(toastWith(page, text)).toBeHidden();
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

test('a pending deletion can be undone for eight seconds and is sent when the user leaves, logs out or closes the tab, but never with the session of the next user', async ({
  page,
  context,
  api,
  addPerson,
  signInHere,
  server,
  allowErrors,
}) => {
  for (const error of [REFUSED, STALE, /ERR_FAILED/]) allowErrors(error);
  await removeAll(api, 'news');
  const [first, next] = [await addPerson('editor'), await addPerson('editor')];
  const add = (title: string) => create(api, 'news', article(unique(title)));
  const [sent, kept, theirs] = [await add('Logged out'), await add('Undeletable'), await add('Not theirs')];
  const [row, edited] = [await add('Short-lived'), await add('Edited')];
  const [left, closed] = [await add('Left behind'), await add('Closed')];
  await signInHere(first);
  await page.clock.install();
  await page.goto('/admin/news');
  await deleteArticle(page, sent.title);
  await logOut(page);
  expect(await statusOf(api, pathOf(sent))).toBe(404);
  await enter(page, next.email);
  await expect(sessionLostDialog(page)).toBeHidden();

  await goTo(page, 'News');
  await deleteArticle(page, kept.title);
  await page.route(`**${pathOf(kept)}`, (route) => route.abort());
  await logOut(page);
  await expect(toastWith(page, FAILED)).toBeVisible();
  expect(await statusOf(api, pathOf(kept))).toBe(200);
  await page.unroute(`**${pathOf(kept)}`);
  await dismissToast(page, FAILED);

  // Another tab logs out, and another user signs in there: the API with the cookies of this browser.
  await enter(page, first.email);
  await goTo(page, 'News');
  await deleteArticle(page, theirs.title);
  const signedOut = await context.request.post('/api/auth/sign-out', { headers: { Origin: server.url } });
  expect(signedOut.status()).toBe(200);
  await tellAsOtherTab(page);
  await expect(sessionLostDialog(page)).toBeVisible();
  await signInHere(next);
  await tellAsOtherTab(page);
  await expect(page.getByRole('link', { name: next.name, includeHidden: true })).toBeAttached();
  await expect(rowWith(page, theirs.title)).toBeVisible();
  expect(await statusOf(api, pathOf(theirs))).toBe(200);

  await deleteArticle(page, edited.title);
  await api.patch(pathOf(edited), { data: { body: 'Written by a colleague.' } });
  await page.getByLabel('Dismiss').click();
  await expect(toastWith(page, CHANGED)).toBeVisible();
  await expect(rowWith(page, edited.title)).toContainText('Written by a colleague.');
  expect(await statusOf(api, pathOf(edited))).toBe(200);
  await dismissToast(page, CHANGED);

  await deleteArticle(page, row.title);
  await undoButton(page).click();
  await expect(rowWith(page, row.title)).toBeVisible();
  await page.clock.runFor(10_000);
  expect(await statusOf(api, pathOf(row))).toBe(200);
  await deleteArticle(page, row.title);
  await page.clock.runFor(5_000);
  await goTo(page, 'FAQ');
  await page.clock.runFor(1_000);
  await expect(undoButton(page)).toBeVisible();
  expect(await statusOf(api, pathOf(row))).toBe(200);
  await goTo(page, 'News');
  await expect(rowWith(page, row.title)).toBeHidden();
  await page.clock.runFor(8_000);
  await expect.poll(() => statusOf(api, pathOf(row))).toBe(404);
  await expect(undoButton(page)).toBeHidden();
  await expect(rowWith(page, row.title)).toBeHidden();

  await deleteArticle(page, left.title);
  await page.route(`**${pathOf(left)}`, (route) => route.abort());
  const leave = () => page.getByRole('link', { name: 'Swarna Chakra' }).click();
  await leave();
  await expect(toastWith(page, FAILED)).toBeVisible();
  await expect(page).toHaveURL('/admin/news');
  await page.unroute(`**${pathOf(left)}`);
  await dismissToast(page, FAILED);
  await deleteArticle(page, left.title);
  await leave();
  await expect(page).toHaveURL('/');
  expect(await statusOf(api, pathOf(left))).toBe(404);

  await page.goBack();
  await deleteArticle(page, closed.title);
  expect(await statusOf(api, pathOf(closed))).toBe(200);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => statusOf(api, pathOf(closed))).toBe(404);
});
