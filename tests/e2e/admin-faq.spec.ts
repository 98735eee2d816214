/** FAQs in the panel: adding, editing, searching, and deleting after a confirmation. */
import type { Page } from '@playwright/test';
import {
  expectOrder,
  handleOf,
  headings,
  holdRequests,
  makeQuestions,
  moveButton,
  savedOrder,
} from './faq-questions.ts';
import { expect, OFFLINE, STALE, test, toastWith } from './panel.ts';
import { listed, removeAll, rowWith } from './panel-lists.ts';

test.beforeEach(({ api }) => makeQuestions(api));

const deletionOf = (page: Page, question: string) => ({
  ask: () => page.getByRole('button', { name: `Delete ${question}` }).click(),
  dialog: page.getByRole('alertdialog', { name: question }),
});

test('a question that is added before the list has arrived comes last', async ({ page }) => {
  const requestList = await holdRequests(page, '**/api/admin/faqs*');
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  requestList();
  await expect(page.getByRole('dialog', { name: 'Add FAQ' }).getByLabel('Order')).toHaveValue('5');
});

test('adds, edits and deletes a question, and other users see each change at once', async ({
  page,
  openBrowser,
}) => {
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto('/admin/faq')));
  await expectOrder(other, 'ABGD');
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  const adding = page.getByRole('dialog', { name: 'Add FAQ' });
  await expect(adding.getByLabel('Order')).toHaveValue('5');
  await adding.getByLabel('Order').fill('0');
  await adding.getByRole('button', { name: 'Add FAQ' }).click();
  for (const text of ['Question is required.', 'Answer is required.', 'Order must be at least 1.']) {
    await expect(adding.getByText(text)).toBeVisible();
  }
  await expect(adding.getByLabel('Question')).toBeFocused();
  await adding.getByLabel('Question').fill('Epsilon?');
  await adding.getByLabel('Answer').fill('Yes.');
  await adding.getByLabel('Order').fill('5');
  await adding.getByRole('button', { name: 'Add FAQ' }).click();
  await expect(toastWith(page, 'FAQ added.')).toBeVisible();
  await expectOrder(other, 'ABGDE');

  await page.getByRole('button', { name: 'Edit Epsilon?' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit FAQ' });
  await editing.getByLabel('Answer').fill('No longer.');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'FAQ saved.')).toBeVisible();
  await expect(rowWith(other, 'Epsilon?')).toContainText('No longer.');

  const { ask, dialog } = deletionOf(page, 'Epsilon?');
  await ask();
  await expect(dialog).toContainText('Are you sure you want to delete this FAQ?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowWith(page, 'Epsilon?')).toBeVisible();
  await ask();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, 'FAQ deleted.')).toBeVisible();
  await expect(rowWith(page, 'Epsilon?')).toBeHidden();
  await expectOrder(other, 'ABGD');
  await expect(rowWith(page, 'Delta?')).toBeFocused();
});

test('with an unreachable server, each action shows an error, keeps the input, and can be retried', async ({
  page,
  context,
  api,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Edit Beta?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
  await dialog.getByLabel('Answer').fill('A better one.');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Error saving FAQ. Please try again.');
  await expect(dialog.getByLabel('Answer')).toHaveValue('A better one.');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowWith(page, 'Beta?')).toContainText('A better one.');

  await context.setOffline(true);
  await moveButton(page, 'Alpha?', 'down').click();
  await expect(toastWith(page, 'Error saving FAQ. Please try again.')).toBeVisible();
  await expectOrder(page, 'ABGD');
  const { ask, dialog: question } = deletionOf(page, 'Gamma?');
  await ask();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, 'Error deleting FAQ. Please try again.')).toBeVisible();
  await expect(rowWith(page, 'Gamma?')).toBeVisible();
  await context.setOffline(false);
  await ask();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rowWith(page, 'Gamma?')).toBeHidden();
  await moveButton(page, 'Alpha?', 'down').click();
  await expect.poll(() => savedOrder(api)).toBe('BAD');
});

test('the second save shows a conflict and can overwrite it', async ({ page, api, allowErrors }) => {
  allowErrors(STALE);
  const [alpha] = await listed(api, 'faqs');
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Edit Alpha?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
  await dialog.getByLabel('Question').fill('Alpha and more?');
  await api.patch(`/api/admin/faqs/${alpha?.id}`, { data: { answer: 'Theirs.' } });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this meanwhile.');
  await expect(dialog.getByRole('definition')).toHaveText('Theirs.');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(rowWith(page, 'Alpha and more?')).toContainText('Answer 1.');
});

test('the search finds words of question and answer; an empty list shows a notice', async ({ page, api }) => {
  await page.goto('/admin/faq');
  await page.getByLabel('Search').fill('answer 3');
  await expect(headings(page)).toHaveText([/Gamma/]);
  await expect(handleOf(page, 'Gamma?')).toBeHidden();
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  await expect(page.getByLabel('Order')).toHaveValue('5');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search').fill('nobody asks this');
  await expect(page.getByRole('heading', { name: 'No FAQs found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(headings(page)).toHaveCount(4);
  await removeAll(api, 'faqs');
  await expect(page.getByRole('heading', { name: 'No FAQs found' })).toBeVisible();
});
