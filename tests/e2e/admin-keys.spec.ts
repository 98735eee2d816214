/** Keys of the panel: every action on a draw, typing five digits, going from draft to draft, and shortcuts. */
import type { APIRequestContext, Page } from '@playwright/test';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { expectAccessible } from './page-checks.ts';
import { expect, tabTo, test } from './panel.ts';

const keysDialog = (page: Page) => page.getByRole('dialog', { name: 'Keys' });

/** Search, new and the list of keys, but not while typing or in a dialog; turns single keys off. */
async function turnKeysOff(page: Page): Promise<void> {
  const { keyboard } = page;
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await keyboard.press('/');
  await expect(page.getByLabel('Search')).toBeFocused();
  await keyboard.type('n?');
  await expect(page.getByLabel('Search')).toHaveValue('n?');
  await page.getByLabel('Search').fill('');
  await page.getByRole('main').focus();
  await keyboard.press('n');
  const editor = page.getByRole('dialog', { name: 'Add result' });
  await expect(editor.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await editor.getByRole('button', { name: 'Cancel' }).focus();
  await keyboard.press('?');
  await keyboard.press('Escape');
  await expect(editor).toBeHidden();

  await keyboard.press('?');
  const keys = keysDialog(page);
  await expect(keys.getByRole('definition')).toHaveText([
    'Search',
    'Hold or release the draft that has the focus',
    'In the digits: save, and go to the next draft',
    'In the digits: cancel',
    'Add result',
    'This list',
  ]);
  await expectAccessible(page);
  await keys.getByRole('switch', { name: 'Single keys' }).click();
  await keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await keyboard.press('n');
  await keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Adds, edits, publishes and deletes a draw. */
async function useEveryAction(page: Page, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const drawNo = drawNumberFor(day, '12:00');
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
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: '02:00 PM' })).toBeFocused();
}

/** Tab enters the digits at the first box; they advance, take a pasted number, and Enter goes to the next draft. */
async function enterDigits(page: Page, api: APIRequestContext, date: string): Promise<void> {
  const first = await enterDraw(api, { date, slot: '10:00', digits: '24680' });
  const result = await enterDraw(api, { date, slot: '12:00', digits: '55555', published: true });
  const second = await enterDraw(api, { date, slot: '17:00', digits: '11111' });
  const { keyboard } = page;
  const [top, bottom] = [cardOf(page, first.drawNo), cardOf(page, second.drawNo)];
  await expect(bottom).toBeVisible();
  await digitsOn(top).press('Enter');
  await keyboard.type('13579');
  await keyboard.press('Enter');
  const boxes = page.getByRole('textbox', { name: `New digits of ${second.drawNo}` });
  await expect(boxes).toBeFocused();
  await expectDigits(top, '13579');
  await keyboard.type('2');
  await expect(bottom.getByLabel('Digit 2 of 5')).toBeFocused();
  await keyboard.type('x3');
  await keyboard.press('Enter');
  await expectDigits(bottom, '23111');
  await expect(digitsOn(bottom)).toBeFocused();
  await expectDigits(cardOf(page, result.drawNo), '55555');

  await keyboard.press('Enter');
  await boxes.evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '6 7 8-90');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(bottom.getByLabel('Digit 5 of 5')).toHaveValue('0');
  await keyboard.press('Escape');
  await expectDigits(bottom, '23111');
  await digitsOn(bottom).press('Enter');
  await keyboard.press('Control+Backspace');
  await keyboard.type('12');
  await keyboard.press('Enter');
  await expect(bottom.getByText('All five digits are required.')).toBeVisible();

  // One unsaved change among several opened rows.
  await digitsOn(top).click();
  await page.getByRole('link', { name: 'News' }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leaving.getByText('Cancel').click();
  await expect(page).toHaveURL(`/admin/draws?date=${date}`);
  await expect(boxes).toHaveValue('1');
  await page.getByRole('link', { name: 'News' }).click();
  await leaving.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'News', level: 1 })).toBeVisible();
}

async function turnKeysOnAgain(page: Page): Promise<void> {
  const { keyboard } = page;
  const keys = keysDialog(page);
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(keys.getByRole('definition')).toHaveText(['Search', 'Add article', 'This list']);
  await keys.getByRole('switch', { name: 'Single keys' }).click();
  await keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add article' })).toBeVisible();
}

test('single keys are listed and can be turned off; a draw and its digits are changed with the keyboard alone', async ({
  page,
  api,
}) => {
  const day = freeDay();
  await page.goto(`/admin/draws?date=${day}`);
  await turnKeysOff(page);
  await useEveryAction(page, day);
  await enterDigits(page, api, day);
  await turnKeysOnAgain(page);
});
