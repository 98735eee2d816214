/** Adding a draw saves exactly the entered values, even if other draws of the day change or a request fails meanwhile. */
import type { APIRequestContext } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, enterDraw, expectDigits, freeDay, resultIn } from './draw-entries.ts';
import { expect, OFFLINE, test, toastWith } from './panel.ts';

async function stored(api: APIRequestContext, date: string): Promise<string[]> {
  const { items } = await (await api.get(`/api/admin/draws?date=${date}`)).json();
  return items.map((draw: AdminDraw) => `${draw.slot} ${resultIn(draw)}`);
}

test('publishing early is confirmed, a slot taken meanwhile is not overwritten, and a retry after a lost response counts as saved', async ({
  page,
  context,
  api,
  allowErrors,
}) => {
  for (const error of [OFFLINE, /status of 409|ERR_FAILED/]) allowErrors(error);
  const date = freeDay();
  await page.goto(`/admin/draws?date=${date}`);
  const open = page.getByRole('button', { name: 'Add result' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  const add = dialog.getByRole('button', { name: 'Add Result' });
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
  await expect(dialog.getByLabel('Draw number')).toHaveValue(drawNumberFor(date, '10:00'));
  await expect(dialog.getByText('This time slot already has a draw: 11111.')).toBeVisible();
  await add.click();
  await expect(dialog.getByRole('alert')).toHaveText('There is already a draw for this date and time slot.');
  expect(await stored(api, date)).toEqual(['10:00 11111']);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Cancel').click();
  await expect(dialog.getByLabel('Digit 4 of 5')).toHaveValue('1');

  await dialog.getByLabel('Time slot').selectOption('12:00 PM');
  await add.click();
  await expect(toastWith(page, `${drawNumberFor(date, '12:00')} is published.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await stored(api, date)).toEqual(['12:00 90210', '10:00 11111']);
  expect((await api.get(`/api/draws/${drawNumberFor(date, '12:00')}`)).status()).toBe(200);

  await open.click();
  await dialog.getByLabel('Date').fill(date);
  await expect(dialog.getByLabel('Time slot')).toHaveValue('14:00');
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type('13579');
  await dialog.getByLabel('Publish at once').check();
  await context.setOffline(true);
  await add.click();
  await expect(dialog.getByRole('alert')).toHaveText('Error saving result. Please try again.');
  await expect(dialog.getByLabel('Digit 5 of 5')).toHaveValue('9');
  await context.setOffline(false);

  await page.route('**/api/admin/draws', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await add.click();
  await expect(dialog.getByText('This result is already saved.')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText('Error saving result. Please try again.');
  await expect(dialog.getByRole('option', { name: '02:00 PM (has a draw)' })).toBeAttached();
  await page.unroute('**/api/admin/draws');
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(toastWith(page, `${drawNumberFor(date, '14:00')} is published.`)).toBeVisible();
  expect(await stored(api, date)).toEqual(['14:00 13579', '12:00 90210', '10:00 11111']);
  await expectDigits(cardOf(page, drawNumberFor(date, '14:00')), '13579');
});
