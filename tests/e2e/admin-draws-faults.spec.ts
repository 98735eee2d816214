/** Draws with an unreachable server, and with the keyboard. */
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { expect, OFFLINE, tabTo, test, toastWith } from './panel.ts';

test('a result that cannot be saved stays in the form and can be retried', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  const day = freeDay();
  await page.goto(`/admin/draws?date=${day}`);
  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type('13579');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Error saving result. Please try again.');
  await expect(dialog.getByLabel('Digit 5 of 5')).toHaveValue('9');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog).toBeHidden();
  await expectDigits(cardOf(page, drawNumberFor(day, '10:00')), '13579');
});

test('each failed action shows its own error, changes nothing, and can be retried', async ({
  page,
  context,
  api,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  const draft = await enterDraw(api, { date: freeDay(), digits: '00000' });
  await page.goto(`/admin/draws?date=${draft.date}`);
  const card = cardOf(page, draft.drawNo);
  const published = card.getByRole('switch');

  await digitsOn(card).click();
  await page.keyboard.type('55555');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(card.getByText('Error updating result. Please try again.')).toBeVisible();
  await expect(card.getByLabel('Digit 5 of 5')).toHaveValue('5');
  await context.setOffline(false);
  await card.getByRole('button', { name: 'Save' }).click();
  await expectDigits(card, '55555');

  await context.setOffline(true);
  await card.getByRole('button', { name: 'Publish' }).click();
  await expect(toastWith(page, 'Error publishing result. Please try again.')).toBeVisible();
  await published.click();
  await expect(toastWith(page, 'Error updating publication status. Please try again.')).toBeVisible();
  await expect(published).not.toBeChecked();
  await context.setOffline(false);
  await published.click();
  await expect(published).toBeChecked();
  // A successful retry removes its error; other errors stay until they are dismissed.
  await expect(toastWith(page, 'Error updating publication status. Please try again.')).toBeHidden();
  await expect(toastWith(page, 'Error publishing result. Please try again.')).toBeVisible();
  await page.getByLabel('Dismiss').last().click();

  const remove = async () => {
    await card.getByRole('button', { name: `More for ${draft.drawNo}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await context.setOffline(true);
  await remove();
  await expect(toastWith(page, 'Error deleting result. Please try again.')).toBeVisible();
  await expect(card).toBeVisible();
  await context.setOffline(false);
  await remove();
  await expect(card).toBeHidden();
});

test('a correction that fails to save keeps its reason', async ({ page, context, api, allowErrors }) => {
  allowErrors(OFFLINE);
  const draw = await enterDraw(api, { date: freeDay(), digits: '00000', published: true });
  await page.goto(`/admin/draws?date=${draw.date}`);
  const card = cardOf(page, draw.drawNo);
  await digitsOn(card).click();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Correct this result?' });
  await dialog.getByLabel('Reason').fill('First drum misread');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(card.getByText('Error updating result. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('First drum misread');
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expectDigits(card, '90000');
});

test('adds, edits, publishes and deletes a draw with the keyboard', async ({ page }) => {
  const day = freeDay();
  const [year = '', month = '', date = ''] = day.split('-');
  const drawNo = drawNumberFor(day, '12:00');
  await page.goto(`/admin/draws?date=${day}`);
  const { keyboard } = page;
  const card = cardOf(page, drawNo);
  const add = page.getByRole('button', { name: 'Add result' });
  await tabTo(page, add);
  await keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await expect(dialog.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await dialog.getByLabel('Date').focus();
  // The order of the parts in the date picker depends on the browser.
  await keyboard.type(`${month}${date}${year}`);
  await expect(dialog.getByLabel('Date')).toHaveValue(day);
  await dialog.getByLabel('Time slot').focus();
  await keyboard.type('12');
  await expect(dialog.getByLabel('Draw number')).toHaveValue(drawNo);
  await keyboard.press('Tab');
  await expect(dialog.getByLabel('Draw number')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('86420');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  await expectDigits(card, '86420');

  await digitsOn(card).focus();
  await keyboard.press('Enter');
  await keyboard.press('End');
  await keyboard.type('1');
  await keyboard.press('Enter');
  await expectDigits(card, '86421');
  await expect(digitsOn(card)).toBeFocused();
  await keyboard.press('Tab');
  await expect(card.getByRole('switch')).toBeFocused();
  await keyboard.press('Space');
  await expect(card.getByRole('switch')).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  const more = card.getByRole('button', { name: `More for ${drawNo}` });
  await expect(more).toBeFocused();
  const chooseDelete = async () => {
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused();
    await keyboard.press('Enter');
  };
  await chooseDelete();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(more).toBeFocused();
  await chooseDelete();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: '02:00 PM' })).toBeFocused();
});
