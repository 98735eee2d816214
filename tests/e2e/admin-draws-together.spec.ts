/** Two users on the same draws: both see each change at once, and conflicts are shown before overwriting. */
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay, readDraw, resultIn } from './draw-entries.ts';
import { expect, test } from './panel.ts';

/** Console message of a browser for a rejected request. */
const STALE = /status of 412/;

test('a change appears on the screen of another user within a second', async ({ page, api, openBrowser }) => {
  const draft = await enterDraw(api, { date: freeDay(), digits: '10101' });
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto(`/admin/draws?date=${draft.date}`)));
  const mine = cardOf(page, draft.drawNo);
  const theirs = cardOf(other, draft.drawNo);
  await expectDigits(mine, '10101');
  await expectDigits(theirs, '10101');

  await digitsOn(mine).click();
  await page.keyboard.type('20202');
  await page.keyboard.press('Enter');
  await expectDigits(mine, '20202');
  const seen = Date.now();
  await expectDigits(theirs, '20202');
  expect(Date.now() - seen).toBeLessThan(1_000);

  await theirs.getByRole('button', { name: 'Publish' }).click();
  await expect(mine.getByRole('switch')).toBeChecked();
  await enterDraw(api, { date: draft.date, slot: '12:00' });
  await expect(digitsOn(page.getByRole('main'))).toHaveCount(2);
  await expect(digitsOn(other.getByRole('main'))).toHaveCount(2);
});

test('the second save shows a conflict and keeps either version', async ({
  page,
  api,
  openBrowser,
  allowErrors,
}) => {
  allowErrors(STALE);
  const draft = await enterDraw(api, { date: freeDay(), digits: '00000' });
  const other = await openBrowser('editor');
  await Promise.all([page, other].map((each) => each.goto(`/admin/draws?date=${draft.date}`)));
  const mine = cardOf(page, draft.drawNo);
  const theirs = cardOf(other, draft.drawNo);

  await digitsOn(mine).click();
  await page.keyboard.type('11111');
  await digitsOn(theirs).click();
  await other.keyboard.type('22222');
  await other.keyboard.press('Enter');
  await expectDigits(theirs, '22222');
  await expect(mine.getByText('Someone else has just set it to 22222.')).toBeVisible();

  await mine.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'This draw was changed meanwhile' });
  const saved = dialog.getByRole('region', { name: 'Theirs, saved' });
  const unsaved = dialog.getByRole('region', { name: 'Yours, not saved' });
  await expect(saved.getByRole('img', { name: '2 2 2 2 2' })).toBeVisible();
  await expect(unsaved.getByRole('img', { name: '1 1 1 1 1' })).toBeVisible();
  expect(resultIn(await readDraw(api, draft))).toBe('22222');

  await page.keyboard.press('Escape');
  await expect(mine.getByLabel('Digit 5 of 5')).toHaveValue('1');
  await mine.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expectDigits(mine, '11111');
  await expectDigits(theirs, '11111');

  await digitsOn(mine).click();
  await page.keyboard.type('33333');
  await digitsOn(theirs).click();
  await other.keyboard.type('44444');
  await other.keyboard.press('Enter');
  await expectDigits(theirs, '44444');
  await mine.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expectDigits(mine, '44444');
  expect(resultIn(await readDraw(api, draft))).toBe('44444');
});

test('a draft that is published while it is edited becomes a correction with a reason', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(STALE);
  const draft = await enterDraw(api, { date: freeDay(), digits: '00000' });
  await page.goto(`/admin/draws?date=${draft.date}`);
  const card = cardOf(page, draft.drawNo);
  await card.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: `Edit ${draft.drawNo}` });
  await editor.getByLabel('Digit 5 of 5').click();
  await page.keyboard.type('9');
  await api.post(`/api/admin/draws/${draft.id}/publish`);
  await expect(editor.getByText('It has just been published. Saving corrects it.')).toBeVisible();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  const conflict = page.getByRole('dialog', { name: 'This draw was changed meanwhile' });
  await expect(conflict.getByText('Published')).toBeVisible();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  const reason = page.getByRole('dialog', { name: 'Correct this result?' });
  await reason.getByLabel('Reason').fill('The last digit was wrong');
  await reason.getByRole('button', { name: 'Save correction' }).click();
  await expect(editor).toBeHidden();
  await expectDigits(card, '00009');
  await expect(card.getByText('Corrected')).toBeVisible();
});

test('saving a draw that another user deleted shows an error and keeps the input', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  const draft = await enterDraw(api, { date: freeDay() });
  await page.goto(`/admin/draws?date=${draft.date}`);
  await cardOf(page, draft.drawNo).getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: `Edit ${draft.drawNo}` });
  await editor.getByLabel('Draw number').fill('SC-LATE');
  await api.delete(`/api/admin/draws/${draft.id}`);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByRole('alert')).toHaveText('Someone else has deleted this draw meanwhile.');
  await expect(editor.getByLabel('Draw number')).toHaveValue('SC-LATE');
});
