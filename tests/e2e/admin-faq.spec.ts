/** FAQs in the panel: adding, editing, searching, and deleting after a confirmation. */
import { expectOrder, handleOf, headings, makeQuestions } from './faq-questions.ts';
import { expect, holdRequests, test, toastWith } from './panel.ts';
import { listed, removeAll, rowWith } from './panel-lists.ts';

test.beforeEach(({ api }) => makeQuestions(api));

test('adds, edits, finds and deletes a question, and shows changes by others at once', async ({
  page,
  api,
}) => {
  const requestList = await holdRequests(page, '**/api/admin/faqs*');
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  requestList();
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
  await adding.getByLabel('Order').fill('2');
  await adding.getByRole('button', { name: 'Add FAQ' }).click();
  await expect(toastWith(page, 'FAQ added.')).toBeVisible();
  await expectOrder(page, 'AEBGD');

  await page.getByRole('button', { name: 'Edit Epsilon?' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit FAQ' });
  await editing.getByLabel('Answer').fill('No longer.');
  await editing.getByLabel('Order').fill('4');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'FAQ saved.')).toBeVisible();
  await expect(rowWith(page, 'Epsilon?')).toContainText('No longer.');
  await expectOrder(page, 'ABGED');
  expect((await listed(api, 'faqs')).map(({ order }) => order)).toEqual([1, 2, 3, 4, 5]);

  const dialog = page.getByRole('alertdialog', { name: 'Epsilon?' });
  const ask = () => page.getByRole('button', { name: 'Delete Epsilon?' }).click();
  await ask();
  await expect(dialog).toContainText('Are you sure you want to delete this FAQ?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowWith(page, 'Epsilon?')).toBeVisible();
  await ask();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, 'FAQ deleted.')).toBeVisible();
  await expect(rowWith(page, 'Epsilon?')).toBeHidden();
  await expect(rowWith(page, 'Delta?')).toBeFocused();

  await page.getByLabel('Search').fill('answer 3');
  await expect(headings(page)).toHaveText([/Gamma/]);
  await expect(handleOf(page, 'Gamma?')).toBeHidden();
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  await expect(adding.getByLabel('Order')).toHaveValue('6');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search').fill('nobody asks this');
  await expect(page.getByRole('heading', { name: 'No FAQs found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(headings(page)).toHaveCount(4);
  await removeAll(api, 'faqs');
  await expect(page.getByRole('heading', { name: 'No FAQs found' })).toBeVisible();
});
