/** Every action on the draws screen. */
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay, readDraw, resultIn } from './draw-entries.ts';
import { expect, OFFLINE, TODAY, test, toastWith } from './panel.ts';

test('a draw is added, edited, published, unpublished and deleted; a correction requires a reason and is logged', async ({
  page,
  context,
  api,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  const day = freeDay();
  const drawNo = drawNumberFor(day, '10:00');
  await page.goto(`/admin/draws?date=${day}`);
  await expect(page.getByText('Missing')).toHaveCount(5);

  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await expect(dialog.getByLabel('Date')).toHaveValue(TODAY);
  await dialog.getByLabel('Date').fill(day);
  await expect(dialog.getByLabel('Draw number')).toHaveValue(drawNo);
  await dialog.getByLabel('Time slot').selectOption('02:00 PM');
  await expect(dialog.getByLabel('Draw number')).toHaveValue(drawNumberFor(day, '14:00'));
  await dialog.getByLabel('Time slot').selectOption('10:00 AM');
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog.getByText('Each digit must be one of 0 to 9.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await page.keyboard.type('90210');
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(toastWith(page, `${drawNo} is added as a draft.`)).toBeVisible();
  await expect(dialog).toBeHidden();

  const card = cardOf(page, drawNo);
  await expectDigits(card, '90210');
  await expect(card.getByText('Draft')).toBeVisible();
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
  await expect(moved.getByRole('button', { name: 'Publish SC-SPECIAL' })).toBeHidden();
  await expect.poll(async () => (await api.get('/api/draws/SC-SPECIAL')).status()).toBe(200);

  await published.click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(moved.getByText('On hold')).toBeVisible();
  await expect(published).not.toBeChecked();
  await expect(published).toHaveAccessibleName('SC-SPECIAL Draft');
  expect((await api.get('/api/draws/SC-SPECIAL')).status()).toBe(404);
  await published.click();
  await expect(published).toBeChecked();
  await expect(moved.getByText('On hold')).toBeHidden();

  const chooseDelete = async () => {
    await moved.getByRole('button', { name: 'More for SC-SPECIAL' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
  };
  await chooseDelete();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this result?',
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(moved).toBeVisible();
  await chooseDelete();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(moved).toBeHidden();
  await expect(toastWith(page, 'SC-SPECIAL is deleted.')).toBeVisible();
  await expect(page.getByText('Missing')).toHaveCount(5);

  const draw = await enterDraw(api, { date: day, digits: '11111', published: true });
  await digitsOn(card).click();
  await page.keyboard.type('777');
  await page.keyboard.press('Enter');
  const correction = page.getByRole('dialog', { name: 'Correct this result?' });
  const reason = correction.getByLabel('Reason');
  await expect(correction.getByRole('img', { name: '1 1 1 1 1' })).toBeVisible();
  await expect(correction.getByRole('img', { name: '7 7 7 1 1' })).toBeVisible();
  await expect(correction.getByText('Public: visitors read it beside the former digits.')).toBeVisible();
  await correction.getByRole('button', { name: 'Save correction' }).click();
  await expect(correction.getByText('Reason is required.')).toBeVisible();
  await expect(reason).toBeFocused();
  await reason.fill('Misread the third drum');
  // The reason is kept while the server is unreachable.
  await context.setOffline(true);
  await correction.getByRole('button', { name: 'Save correction' }).click();
  await expect(card.getByText('Error updating result. Please try again.')).toBeVisible();
  await context.setOffline(false);
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
});
