/** Changing the order of the FAQs by buttons, dragging and keyboard. */
import { centreOf, startDrag } from './dragging.ts';
import {
  expectOrder,
  handleOf,
  headings,
  holdRequests,
  makeQuestions,
  moveButton,
  savedOrder,
} from './faq-questions.ts';
import { PHONE } from './fixtures.ts';
import { expect, tabTo, test } from './panel.ts';
import { create, listed, rowWith } from './panel-lists.ts';

test.beforeEach(({ api }) => makeQuestions(api));

test('buttons change the order at once and for all users', async ({ page, api, openBrowser }) => {
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto('/admin/faq')));
  await expectOrder(other, 'ABGD');
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
  await expectOrder(other, 'DAGB');
  await expect.poll(() => savedOrder(api)).toBe('DAGB');
});

for (const [pointer, options] of [
  ['mouse', {}],
  ['finger', PHONE],
] as const) {
  test.describe(`with a ${pointer}`, () => {
    test.use(options);

    test('dragging changes the order at once and for all users', async ({
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
      await expectOrder(other, 'BGAD');
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
  });
}

test('a long list scrolls when an item is dragged to its edge', async ({ page, api, hasTouch }) => {
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

test('the keyboard changes the order with Space and arrows; Escape cancels', async ({
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
  await expectOrder(other, 'BGAD');
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
  await expect(moveButton(page, 'Alpha?', 'down')).toBeFocused();
  await keyboard.press('Enter');
  await expectOrder(page, 'BGDA');
  await expect(moveButton(page, 'Alpha?', 'down')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Delete Alpha?' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete Alpha?' })).toBeFocused();
});

test('a question that is deleted while it is moved disappears', async ({ page, api }) => {
  const [alpha] = await listed(api, 'faqs');
  await page.goto('/admin/faq');
  await handleOf(page, 'Alpha?').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expectOrder(page, 'BAGD');
  await api.delete(`/api/admin/faqs/${alpha?.id}`);
  await expect(headings(page)).toHaveText([/Beta/, /Gamma/, /Delta/]);
});

test('a number that is taken, typed in the form, moves the other questions', async ({ page, api }) => {
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Add FAQ' }).click();
  const adding = page.getByRole('dialog', { name: 'Add FAQ' });
  await adding.getByLabel('Question').fill('Epsilon?');
  await adding.getByLabel('Answer').fill('Yes.');
  await adding.getByLabel('Order').fill('2');
  await adding.getByRole('button', { name: 'Add FAQ' }).click();
  await expectOrder(page, 'AEBGD');
  await page.getByRole('button', { name: 'Edit Alpha?' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit FAQ' });
  await editing.getByLabel('Order').fill('4');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expectOrder(page, 'EBGAD');
  expect((await listed(api, 'faqs')).map(({ order }) => order)).toEqual([1, 2, 3, 4, 5]);
});
