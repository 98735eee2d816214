/** Adding a draw saves exactly the entered values, even if other draws of the day change meanwhile. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { enterDraw, freeDay, resultIn } from './draw-entries.ts';
import { expect, test, toastWith } from './panel.ts';

async function beginToAdd(page: Page, date: string, digits: string): Promise<Locator> {
  await page.goto(`/admin/draws?date=${date}`);
  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await dialog.getByLabel('Date').fill(date);
  await expect(dialog.getByLabel('Time slot')).toHaveValue('10:00');
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type(digits);
  return dialog;
}

async function stored(api: APIRequestContext, date: string): Promise<string[]> {
  const { items } = await (await api.get(`/api/admin/draws?date=${date}`)).json();
  return items.map((draw: AdminDraw) => `${draw.slot} ${resultIn(draw)}`);
}

const takenOption = (dialog: Locator) => dialog.getByRole('option', { name: '10:00 AM (has a draw)' });

test('a slot taken by another user meanwhile stays selected, is marked, and is not overwritten', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const date = freeDay();
  const dialog = await beginToAdd(page, date, '90210');
  await enterDraw(api, { date, slot: '10:00', digits: '11111', published: true });
  await expect(takenOption(dialog)).toBeAttached();
  await expect(dialog.getByLabel('Time slot')).toHaveValue('10:00');
  await expect(dialog.getByLabel('Draw number')).toHaveValue(drawNumberFor(date, '10:00'));
  await expect(dialog.getByText('This time slot already has a draw: 11111.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('There is already a draw for this date and time slot.');
  expect(await stored(api, date)).toEqual(['10:00 11111']);

  await dialog.getByLabel('Time slot').selectOption('12:00 PM');
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored(api, date)).toEqual(['12:00 90210', '10:00 11111']);
});

test('a retried result whose first response was lost counts as saved', async ({ page, api, allowErrors }) => {
  allowErrors(/status of 409|ERR_FAILED/);
  const date = freeDay();
  const drawNo = drawNumberFor(date, '10:00');
  const dialog = await beginToAdd(page, date, '90210');
  await dialog.getByLabel('Publish at once').check();
  await page.route('**/api/admin/draws', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Error saving result. Please try again.');
  await page.unroute('**/api/admin/draws');
  await expect(takenOption(dialog)).toBeAttached();
  await expect(dialog.getByText('This result is already saved.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog).toBeHidden();
  await expect(toastWith(page, `${drawNo} is published.`)).toBeVisible();
  expect(await stored(api, date)).toEqual(['10:00 90210']);
});
