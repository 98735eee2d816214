/** Two users on the same draws: each change appears at once, and conflicts are shown before overwriting. */
import type { APIRequestContext } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay, readDraw, resultIn } from './draw-entries.ts';
import { expect, STALE, test } from './panel.ts';

/** Changes all digits of a draw, as another user. */
async function setDigits(api: APIRequestContext, { id }: AdminDraw, digit: string): Promise<void> {
  const data = Object.fromEntries([1, 2, 3, 4, 5].map((place) => [`digit${place}`, digit]));
  expect((await api.patch(`/api/admin/draws/${id}`, { data })).ok()).toBe(true);
}

test('a change by another user appears within a second; one that a save would overwrite or undo shows a conflict', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(STALE);
  allowErrors(/status of 404/);
  const draft = await enterDraw(api, { date: freeDay(), digits: '10101' });
  await page.goto(`/admin/draws?date=${draft.date}`);
  const card = cardOf(page, draft.drawNo);
  await expectDigits(card, '10101');
  await setDigits(api, draft, '0');
  const changed = Date.now();
  await expectDigits(card, '00000');
  expect(Date.now() - changed).toBeLessThan(1_000);
  const second = await enterDraw(api, { date: draft.date, slot: '12:00', digits: '00000' });
  await expect(digitsOn(page.getByRole('main'))).toHaveCount(2);

  await digitsOn(card).click();
  await page.keyboard.type('11111');
  await setDigits(api, draft, '2');
  await expect(card.getByText('Someone else has just set it to 22222.')).toBeVisible();
  await card.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'This draw was changed meanwhile' });
  const saved = dialog.getByRole('region', { name: 'Theirs, saved' });
  const unsaved = dialog.getByRole('region', { name: 'Yours, not saved' });
  await expect(saved.getByRole('img', { name: '2 2 2 2 2' })).toBeVisible();
  await expect(unsaved.getByRole('img', { name: '1 1 1 1 1' })).toBeVisible();
  expect(resultIn(await readDraw(api, draft))).toBe('22222');
  await page.keyboard.press('Escape');
  await expect(card.getByLabel('Digit 5 of 5')).toHaveValue('1');
  await card.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expectDigits(card, '11111');
  expect(resultIn(await readDraw(api, draft))).toBe('11111');

  await digitsOn(card).click();
  await page.keyboard.type('33333');
  await setDigits(api, draft, '4');
  await card.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expectDigits(card, '44444');
  expect(resultIn(await readDraw(api, draft))).toBe('44444');
  await api.post(`/api/admin/draws/${draft.id}/publish`);
  await expect(card.getByRole('switch')).toBeChecked();

  // A draft that is published during an edit becomes a correction.
  const published = cardOf(page, second.drawNo);
  await published.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: `Edit ${second.drawNo}` });
  await editor.getByLabel('Digit 5 of 5').click();
  await page.keyboard.type('9');
  await api.post(`/api/admin/draws/${second.id}/publish`);
  await expect(editor.getByText('It has just been published. Saving corrects it.')).toBeVisible();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Published')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  const reason = page.getByRole('dialog', { name: 'Correct this result?' });
  await reason.getByLabel('Reason').fill('The last digit was wrong');
  await reason.getByRole('button', { name: 'Save correction' }).click();
  await expect(editor).toBeHidden();
  await expectDigits(published, '00009');
  await expect(published.getByText('Corrected')).toBeVisible();

  // One that is deleted keeps the input.
  const deleted = await enterDraw(api, { date: draft.date, slot: '14:00' });

  await cardOf(page, deleted.drawNo).getByRole('button', { name: 'Edit' }).click();
  const late = page.getByRole('dialog', { name: `Edit ${deleted.drawNo}` });
  await late.getByLabel('Draw number').fill('SC-LATE');
  await api.delete(`/api/admin/draws/${deleted.id}`);
  await late.getByRole('button', { name: 'Save Changes' }).click();
  await expect(late.getByRole('alert')).toHaveText('Someone else has deleted this draw meanwhile.');
  await expect(late.getByLabel('Draw number')).toHaveValue('SC-LATE');
});
