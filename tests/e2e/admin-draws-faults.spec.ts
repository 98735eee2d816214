/** Two users on the same draws, and an unreachable server: nothing is lost, and error messages do not cover controls. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { cardOf, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { expect, expectUncoveredOnPhoneAndDesktop, OFFLINE, STALE, test, toastWith } from './panel.ts';

/** An edit of a draft that another user publishes or deletes meanwhile; `every-panel-screen.spec.ts` has the one of a changed draft. */
async function editTogether(page: Page, api: APIRequestContext, draft: AdminDraw): Promise<void> {
  const published = cardOf(page, draft.drawNo);
  await published.getByRole('button', { name: 'Edit' }).click();
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
  await late.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
}

/** Failed actions change nothing and can be retried; their errors leave controls free, on a phone and a desktop. */
async function failAndRetry(page: Page, api: APIRequestContext, date: string): Promise<void> {
  const draft = await enterDraw(api, { date, slot: '19:00' });
  const card = cardOf(page, draft.drawNo);
  const published = card.getByRole('switch');
  await expect(published).toBeVisible();
  const failed = toastWith(page, 'Error updating publication status. Please try again.');
  await page.context().setOffline(true);
  await card.getByRole('button', { name: 'Publish' }).click();
  await expect(toastWith(page, 'Error publishing result. Please try again.')).toBeVisible();
  await published.click();
  await expect(failed).toBeVisible();
  await expect(published).not.toBeChecked();
  await expectUncoveredOnPhoneAndDesktop(page, published);
  await card.getByRole('button', { name: `More for ${draft.drawNo}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastWith(page, 'Error deleting result. Please try again.')).toBeVisible();
  await expect(card).toBeVisible();

  await page.context().setOffline(false);
  await published.click();
  await expect(published).toBeChecked();
  // A successful retry removes its error; other errors stay until they are dismissed.
  await expect(failed).toBeHidden();
  await expect(toastWith(page, 'Error publishing result. Please try again.')).toBeVisible();
}

test('changes of others and failed actions are shown, lose nothing, and can be overwritten or retried', async ({
  page,
  api,
  allowErrors,
}) => {
  for (const error of [OFFLINE, STALE, /status of 404/]) allowErrors(error);
  const draft = await enterDraw(api, { date: freeDay(), digits: '00000' });
  await page.goto(`/admin/draws?date=${draft.date}`);
  await editTogether(page, api, draft);
  await failAndRetry(page, api, draft.date);
});
