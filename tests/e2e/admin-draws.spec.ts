/** Every action on the draws screen: what is entered is saved exactly, even if others or faults come in between. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay, readDraw, resultIn } from './draw-entries.ts';
import { expect, OFFLINE, TODAY, test, toastWith } from './panel.ts';

/** Edits, publishes, unpublishes and deletes a draw. */
async function useEveryAction(page: Page, api: APIRequestContext, day: string): Promise<void> {
  const drawNo = drawNumberFor(day, '10:00');
  await expect(page.getByText('Missing')).toHaveCount(5);

  const card = cardOf(page, drawNo);
  await enterDraw(api, { date: day, digits: '90210' });
  await expect(card.getByText('Entered by staff')).toBeVisible();

  await card.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: `Edit ${drawNo}` });
  await editor.getByLabel('Draw number').fill('sc-special');
  await expect(editor.getByText('Typed by hand.')).toBeVisible();
  await editor.getByLabel('Time slot').selectOption('07:00 PM');
  await expect(editor.getByLabel('Draw number')).toHaveValue('sc-special');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  const moved = cardOf(page, 'SC-SPECIAL');
  await expect(moved.getByText('07:00 PM')).toBeVisible();

  await moved.getByRole('button', { name: 'Publish SC-SPECIAL' }).click();
  const published = moved.getByRole('switch', { name: /^SC-SPECIAL/ });
  await expect(published).toHaveAccessibleName('SC-SPECIAL Published');
  await expect(toastWith(page, 'SC-SPECIAL is published.')).toBeVisible();
  await expect.poll(async () => (await api.get('/api/draws/SC-SPECIAL')).status()).toBe(200);

  await published.click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(moved.getByText('On hold')).toBeVisible();
  await expect(published).toHaveAccessibleName('SC-SPECIAL Draft');
  expect((await api.get('/api/draws/SC-SPECIAL')).status()).toBe(404);

  await moved.getByRole('button', { name: 'More for SC-SPECIAL' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this result?',
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(moved).toBeHidden();
  await expect(toastWith(page, 'SC-SPECIAL is deleted.')).toBeVisible();
  await expect(page.getByText('Missing')).toHaveCount(5);
}

/** A correction asks for a reason, keeps it while the server is unreachable, and is logged with it. */
async function correct(page: Page, api: APIRequestContext, day: string): Promise<void> {
  const draw = await enterDraw(api, { date: day, digits: '11111', published: true });
  const card = cardOf(page, draw.drawNo);
  await digitsOn(card).click();
  await page.keyboard.type('777');
  await page.keyboard.press('Enter');
  const correction = page.getByRole('dialog', { name: 'Correct this result?' });
  const reason = correction.getByLabel('Reason');
  await expect(correction.getByRole('img', { name: '1 1 1 1 1' })).toBeVisible();
  await expect(correction.getByRole('img', { name: '7 7 7 1 1' })).toBeVisible();
  await expect(correction.getByText('Public: visitors read it beside the former digits.')).toBeVisible();
  await reason.fill('Misread the third drum');
  // The reason is kept while the server is unreachable.
  await page.context().setOffline(true);
  await correction.getByRole('button', { name: 'Save correction' }).click();
  await expect(card.getByText('Error updating result. Please try again.')).toBeVisible();
  await page.context().setOffline(false);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(reason).toHaveValue('Misread the third drum');
  await correction.getByRole('button', { name: 'Save correction' }).click();

  await expectDigits(card, '77711');
  await expect(card.getByText('Corrected')).toBeVisible();
  expect(resultIn(await readDraw(api, draw))).toBe('77711');
  const { items } = await (await api.get('/api/admin/activity?type=draw')).json();
  const entry = items.find(({ target }: { target: string }) => target === draw.drawNo);
  expect(entry).toMatchObject({ action: 'Corrected result' });
  expect(JSON.stringify(entry)).toContain('Misread the third drum');
  expect(entry.before).toMatchObject({ digit1: '1', digit2: '1', digit3: '1' });
}

async function stored(api: APIRequestContext, date: string): Promise<string[]> {
  const { items } = await (await api.get(`/api/admin/draws?date=${date}`)).json();
  return items.map((draw: AdminDraw) => `${draw.slot} ${resultIn(draw)}`);
}

/** Publishing early is confirmed; a slot taken meanwhile is not overwritten; a retry after a lost response counts as saved. */
async function addDespiteOthersAndFaults(page: Page, api: APIRequestContext, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  const add = dialog.getByRole('button', { name: 'Add Result' });
  await expect(dialog.getByLabel('Date')).toHaveValue(TODAY);
  await dialog.getByLabel('Date').fill('2027-01-01');
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type('90210');
  await dialog.getByLabel('Publish at once').check();
  await add.click();
  const question = page.getByRole('alertdialog', { name: 'Publish before the draw?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Digit 4 of 5')).toHaveValue('1');

  await dialog.getByLabel('Date').fill(date);
  await expect(dialog.getByLabel('Time slot')).toHaveValue('10:00');
  await enterDraw(api, { date, slot: '10:00', digits: '11111', published: true });
  await expect(dialog.getByRole('option', { name: '10:00 AM (has a draw)' })).toBeAttached();
  await expect(dialog.getByLabel('Time slot')).toHaveValue('10:00');
  await expect(dialog.getByText('This time slot already has a draw: 11111.')).toBeVisible();
  await add.click();
  await expect(dialog.getByRole('alert')).toHaveText('There is already a draw for this date and time slot.');
  expect(await stored(api, date)).toEqual(['10:00 11111']);

  await dialog.getByLabel('Time slot').selectOption('02:00 PM');
  await page.route('**/api/admin/draws', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await add.click();
  await expect(dialog.getByText('This result is already saved.')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText('Error saving result. Please try again.');
  await expect(dialog.getByLabel('Digit 4 of 5')).toHaveValue('1');
  await expect(dialog.getByRole('option', { name: '02:00 PM (has a draw)' })).toBeAttached();
  await page.unroute('**/api/admin/draws');
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(toastWith(page, `${drawNumberFor(date, '14:00')} is published.`)).toBeVisible();
  expect(await stored(api, date)).toEqual(['14:00 90210', '10:00 11111']);
  await expectDigits(cardOf(page, drawNumberFor(date, '14:00')), '90210');
}

test('a draw is added, edited, published, unpublished, deleted and corrected, despite others and faults', async ({
  page,
  api,
  allowErrors,
}) => {
  for (const error of [OFFLINE, /status of 409|ERR_FAILED/]) allowErrors(error);
  const [day, other] = [freeDay(), freeDay()];
  await page.goto(`/admin/draws?date=${day}`);
  await useEveryAction(page, api, day);
  await correct(page, api, day);
  await page.getByLabel('Date').fill(other);
  await addDespiteOthersAndFaults(page, api, other);
});
