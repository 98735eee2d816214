/** FAQs in the panel: written, changed, deleted after a question, and put in order in three ways. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { centreOf, startDrag } from './dragging.ts';
import { expect, OFFLINE, STALE, tabTo, test, toastWith } from './panel.ts';
import { AT_ONCE, create, listed, removeAll, rowWith } from './panel-lists.ts';

const QUESTIONS = ['Alpha?', 'Beta?', 'Gamma?', 'Delta?'];

test.beforeEach(async ({ api }) => {
  await removeAll(api, 'faqs');
  for (const [index, question] of QUESTIONS.entries()) {
    await create(api, 'faqs', { question, answer: `Answer ${index + 1}.`, order: index + 1 });
  }
});

const headings = (page: Page): Locator => page.getByRole('main').getByRole('listitem').getByRole('heading');

/** By their first letters, each with its number before it. */
const expectOrder = (page: Page, letters: string, patience?: { timeout: number }): Promise<void> =>
  expect(headings(page)).toHaveText(
    [...letters].map((letter, index) => new RegExp(`^${index + 1}\\s*${letter}`)),
    patience,
  );

const savedOrder = async (api: APIRequestContext): Promise<string> =>
  (await listed(api, 'faqs')).map(({ question }) => question[0]).join('');

const handleOf = (page: Page, question: string): Locator =>
  page.getByRole('button', { name: `Drag: ${question}` });

const move = (page: Page, question: string, direction: 'up' | 'down'): Locator =>
  page.getByRole('button', { name: `Move ${direction}: ${question}` });

const deletionOf = (page: Page, question: string) => ({
  ask: () => page.getByRole('button', { name: `Delete ${question}` }).click(),
  dialog: page.getByRole('alertdialog', { name: question }),
});

test('a question is added, changed and deleted, and the other sees each at once', async ({
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
  await expectOrder(other, 'ABGDE', AT_ONCE);

  await page.getByRole('button', { name: 'Edit Epsilon?' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit FAQ' });
  await editing.getByLabel('Answer').fill('No longer.');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'FAQ saved.')).toBeVisible();
  await expect(rowWith(other, 'Epsilon?')).toContainText('No longer.', AT_ONCE);

  const { ask, dialog } = deletionOf(page, 'Epsilon?');
  await ask();
  await expect(dialog).toContainText('Are you sure you want to delete this FAQ?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowWith(page, 'Epsilon?')).toBeVisible();
  await ask();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, 'FAQ deleted.')).toBeVisible();
  await expect(rowWith(page, 'Epsilon?')).toBeHidden();
  await expectOrder(other, 'ABGD', AT_ONCE);
  await expect(rowWith(page, 'Delta?')).toBeFocused();
});

test('buttons change the order, at once and for everybody', async ({ page, api, openBrowser }) => {
  // Rows glide to their places: a button that moves between pressing and releasing the mouse gets no click.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto('/admin/faq')));
  await expectOrder(other, 'ABGD');
  await expect(move(page, 'Alpha?', 'up')).toHaveAttribute('aria-disabled', 'true');
  await expect(move(page, 'Delta?', 'down')).toHaveAttribute('aria-disabled', 'true');
  // Before the server has responded, each press counts from where the last one led.
  let respond = () => {};
  const pressed = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/admin/faqs/*/place', async (route) => {
    await pressed;
    await route.continue();
  });
  for (let press = 0; press < 3; press += 1) await move(page, 'Delta?', 'up').click();
  await expectOrder(page, 'DABG');
  expect(await savedOrder(api)).toBe('ABGD');
  respond();
  await expect(move(page, 'Delta?', 'up')).toBeFocused();
  await move(page, 'Beta?', 'down').click();
  await expectOrder(page, 'DAGB');
  await expectOrder(other, 'DAGB');
  await expect.poll(() => savedOrder(api)).toBe('DAGB');
});

test('dragging changes the order, at once and for everybody', async ({
  page,
  api,
  openBrowser,
  hasTouch,
}) => {
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto('/admin/faq')));
  await expectOrder(page, 'ABGD');
  await expectOrder(other, 'ABGD');

  const target = await centreOf(rowWith(page, 'Gamma?'));
  const drag = await startDrag(page, handleOf(page, 'Alpha?'), hasTouch);
  await drag.move({ x: target.x, y: target.y + 10 });
  await expectOrder(page, 'BGAD');
  expect(await savedOrder(api)).toBe('ABGD');
  await drag.end();
  await expectOrder(other, 'BGAD', AT_ONCE);
  await expectOrder(page, 'BGAD');
  expect(await savedOrder(api)).toBe('BGAD');

  const top = await centreOf(rowWith(page, 'Beta?'));
  const back = await startDrag(page, handleOf(page, 'Delta?'), hasTouch);
  await back.move({ x: top.x, y: top.y - 10 });
  await expectOrder(page, 'DBGA');
  await page.keyboard.press('Escape');
  await expectOrder(page, 'BGAD');
  await back.end();
  expect(await savedOrder(api)).toBe('BGAD');
  await page.reload();
  await expectOrder(page, 'BGAD');
});

test('a long list scrolls under what is dragged to its edge', async ({ page, api, hasTouch }) => {
  for (let index = 5; index <= 16; index += 1) {
    await create(api, 'faqs', { question: `Zeta ${index}?`, answer: 'One\ntwo\nthree', order: index });
  }
  await page.goto('/admin/faq');
  await expect(headings(page)).toHaveCount(16);
  const drag = await startDrag(page, handleOf(page, 'Alpha?'), hasTouch);
  const height = page.viewportSize()?.height ?? 0;
  await drag.move({ x: 40, y: height - 5 });
  await expect(headings(page).last()).toHaveText(/Alpha/, { timeout: 15_000 });
  await drag.end();
  await expect.poll(async () => (await listed(api, 'faqs')).at(-1)?.question).toBe('Alpha?');
});

test('the keyboard changes the order: Space, arrows, Space; Escape leaves it', async ({
  page,
  api,
  openBrowser,
}) => {
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto('/admin/faq')));
  await expectOrder(other, 'ABGD');
  const handle = handleOf(page, 'Alpha?');
  await tabTo(page, handle);
  const { keyboard } = page;
  await keyboard.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Picked up.' })).toBeAttached();
  await keyboard.press('ArrowDown');
  await expect(handle).toBeFocused();
  await keyboard.press('ArrowDown');
  await expectOrder(page, 'BGAD');
  await expect(page.getByRole('status').filter({ hasText: 'Carried to place 3 of 4.' })).toBeAttached();
  expect(await savedOrder(api)).toBe('ABGD');
  await keyboard.press('Space');
  await expectOrder(other, 'BGAD', AT_ONCE);
  await expect(page.getByRole('status').filter({ hasText: 'Now at place 3 of 4.' })).toBeAttached();
  expect(await savedOrder(api)).toBe('BGAD');

  await expect(handle).toBeFocused();
  await keyboard.press('Space');
  for (let press = 0; press < 4; press += 1) await keyboard.press('ArrowUp');
  await expectOrder(page, 'ABGD');
  await keyboard.press('Escape');
  await expectOrder(page, 'BGAD');
  expect(await savedOrder(api)).toBe('BGAD');

  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(move(page, 'Alpha?', 'down')).toBeFocused();
  await keyboard.press('Enter');
  await expectOrder(page, 'BGDA');
  await expect(move(page, 'Alpha?', 'down')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Delete Alpha?' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete Alpha?' })).toBeFocused();
});

test('a question that is deleted while it is carried disappears', async ({ page, api }) => {
  const [alpha] = await listed(api, 'faqs');
  await page.goto('/admin/faq');
  await handleOf(page, 'Alpha?').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expectOrder(page, 'BAGD');
  await api.delete(`/api/admin/faqs/${alpha?.id}`);
  await expect(headings(page)).toHaveText([/Beta/, /Gamma/, /Delta/]);
});

test('with the server out of reach each act says so, loses nothing, and works when it is back', async ({
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
  await move(page, 'Alpha?', 'down').click();
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
  await move(page, 'Alpha?', 'down').click();
  await expect.poll(() => savedOrder(api)).toBe('BAD');
});

test('the second to save is told what the first one changed, and replaces it knowingly', async ({
  page,
  api,
  allowErrors,
}) => {
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

test('the search finds words of question and answer; without any the screen says so', async ({
  page,
  api,
}) => {
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
