/** FAQs in the panel: adding, editing, searching, deleting, and changing their order by buttons, dragging and keyboard. */
import type { APIRequestContext, Page } from '@playwright/test';
import { centreOf, startDrag } from './dragging.ts';
import { expectOrder, handleOf, headings, makeQuestions, moveButton, savedOrder } from './faq-questions.ts';
import { PHONE } from './fixtures.ts';
import { expect, holdRequests, OFFLINE, test, toastWith } from './panel.ts';
import { create, listed, removeAll, rowWith } from './panel-lists.ts';

test.use(PHONE);
test.beforeEach(({ api }) => makeQuestions(api));

/** Opens the screen, and adds, edits, deletes and finds questions. */
async function editQuestions(page: Page, api: APIRequestContext): Promise<void> {
  const requestList = await holdRequests(page, '**/api/admin/faqs*');
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  requestList();
  const adding = page.getByRole('dialog', { name: 'Add FAQ' });
  await expect(adding.getByLabel('Order')).toHaveValue('5');
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
  await page.getByRole('button', { name: 'Delete Epsilon?' }).click();
  await expect(dialog).toContainText('Are you sure you want to delete this FAQ?');
  const deletion = page.waitForRequest((request) => request.method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  // A question that was changed meanwhile would stay.
  expect(await (await deletion).headerValue('If-Match')).not.toBeNull();
  await expect(toastWith(page, 'FAQ deleted.')).toBeVisible();
  await expect(rowWith(page, 'Epsilon?')).toBeHidden();
  await expect(rowWith(page, 'Delta?')).toBeFocused();

  await page.getByLabel('Search').fill('answer 3');
  await expect(headings(page)).toHaveText([/Gamma/]);
  await expect(handleOf(page, 'Gamma?')).toBeHidden();
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  await expect(adding.getByLabel('Order')).toHaveValue('6');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search').fill('');
  await expect(headings(page)).toHaveCount(4);
}

/** Moves a question with Space and arrows; Escape cancels. */
async function useKeyboard(page: Page, api: APIRequestContext): Promise<void> {
  const handle = handleOf(page, 'Alpha?');
  await handle.focus();
  const { keyboard } = page;
  await keyboard.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Picked up.' })).toBeAttached();
  await keyboard.press('ArrowDown');
  await expect(handle).toBeFocused();
  await keyboard.press('ArrowDown');
  await expectOrder(page, 'BGAD');
  await expect(page.getByRole('status').filter({ hasText: 'Moved to place 3 of 4.' })).toBeAttached();
  expect(await savedOrder(api)).toBe('ABGD');
  await keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Now at place 3 of 4.' })).toBeAttached();
  await expect.poll(() => savedOrder(api)).toBe('BGAD');

  await expect(handle).toBeFocused();
  await keyboard.press('Space');
  for (let press = 0; press < 4; press += 1) await keyboard.press('ArrowUp');
  await expectOrder(page, 'ABGD');
  await keyboard.press('Escape');
  await expectOrder(page, 'BGAD');
  expect(await savedOrder(api)).toBe('BGAD');

  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(moveButton(page, 'Alpha?', 'down')).toBeFocused();
  await keyboard.press('Enter');
  await expectOrder(page, 'BGDA');
  await expect(moveButton(page, 'Alpha?', 'down')).toBeFocused();

  // A question that another user deletes while it is moved disappears.
  await handleOf(page, 'Beta?').focus();
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await expectOrder(page, 'GBDA');
  const beta = (await listed(api, 'faqs')).find(({ question }) => question === 'Beta?');
  await api.delete(`/api/admin/faqs/${beta?.id}`);
  await expect(headings(page)).toHaveText([/Gamma/, /Delta/, /Alpha/]);
}

/** Buttons and dragging change the order at once; a failed change is taken back. */
async function useButtonsAndDragging(page: Page, api: APIRequestContext): Promise<void> {
  await expect(moveButton(page, 'Alpha?', 'up')).toHaveAttribute('aria-disabled', 'true');
  await expect(moveButton(page, 'Delta?', 'down')).toHaveAttribute('aria-disabled', 'true');
  // Before the server has responded, each press starts from the order after the last press.
  const sendMoves = await holdRequests(page, '**/api/admin/faqs/*/place');
  for (let press = 0; press < 3; press += 1) await moveButton(page, 'Delta?', 'up').click();
  await expectOrder(page, 'DABG');
  expect(await savedOrder(api)).toBe('ABGD');
  sendMoves();
  await expect(moveButton(page, 'Delta?', 'up')).toBeFocused();
  await moveButton(page, 'Beta?', 'down').click();
  await expectOrder(page, 'DAGB');
  await expect.poll(() => savedOrder(api)).toBe('DAGB');

  const [delta] = await listed(api, 'faqs');
  await api.patch(`/api/admin/faqs/${delta?.id}`, { data: { order: 4 } });
  await expectOrder(page, 'AGBD');

  const target = await centreOf(rowWith(page, 'Beta?'));
  const drag = await startDrag(page, handleOf(page, 'Alpha?'), false);
  await drag.move({ x: target.x, y: target.y + 10 });
  await expectOrder(page, 'GBAD');
  expect(await savedOrder(api)).toBe('AGBD');
  await drag.end();
  await expect.poll(() => savedOrder(api)).toBe('GBAD');
  await expectOrder(page, 'GBAD');

  const top = await centreOf(rowWith(page, 'Gamma?'));
  const back = await startDrag(page, handleOf(page, 'Alpha?'), false);
  await back.move({ x: top.x, y: top.y - 10 });
  await expectOrder(page, 'AGBD');
  await page.keyboard.press('Escape');
  await expectOrder(page, 'GBAD');
  await back.end();
  expect(await savedOrder(api)).toBe('GBAD');

  await page.context().setOffline(true);
  await moveButton(page, 'Alpha?', 'down').click();
  await expect(toastWith(page, 'Error saving FAQ. Please try again.')).toBeVisible();
  await expectOrder(page, 'GBAD');
  const question = page.getByRole('alertdialog', { name: 'Gamma?' });
  await page.getByRole('button', { name: 'Delete Gamma?' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, 'Error deleting FAQ. Please try again.')).toBeVisible();
  await expect(rowWith(page, 'Gamma?')).toBeVisible();
  await page.context().setOffline(false);
  await moveButton(page, 'Alpha?', 'down').click();
  await expect.poll(() => savedOrder(api)).toBe('GBDA');
}

/** A finger drags a question to the end of a long list, which scrolls. */
async function dragFar(page: Page, api: APIRequestContext): Promise<void> {
  for (let index = 5; index <= 12; index += 1) {
    await create(api, 'faqs', { question: `Zeta ${index}?`, answer: 'One\ntwo\nthree', order: index });
  }
  await expect(headings(page)).toHaveCount(12);
  const far = await startDrag(page, handleOf(page, 'Beta?'), true);
  await far.move({ x: 40, y: PHONE.viewport.height - 5 });
  await expect(headings(page).last()).toHaveText(/Beta/, { timeout: 15_000 });
  await far.end();
  await expect.poll(async () => (await listed(api, 'faqs')).at(-1)?.question).toBe('Beta?');
}

test('questions are added, edited, found, deleted and moved; others see it at once, and a failed change is taken back', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  await editQuestions(page, api);
  for (const move of [useKeyboard, useButtonsAndDragging]) {
    await makeQuestions(api);
    await expectOrder(page, 'ABGD');
    await move(page, api);
  }
  await dragFar(page, api);
  await removeAll(api, 'faqs');
  await expect(page.getByRole('heading', { name: 'No FAQs found' })).toBeVisible();
});
