/** Keys of the panel: typing five digits, going from draft to draft, and shortcuts. */
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { expect, test } from './panel.ts';

test('Tab enters the digits at the first box; Enter saves and goes to the next draft', async ({
  page,
  api,
}) => {
  const date = freeDay();
  const first = await enterDraw(api, { date, slot: '10:00', digits: '24680' });
  const result = await enterDraw(api, { date, slot: '12:00', digits: '55555', published: true });
  const second = await enterDraw(api, { date, slot: '17:00', digits: '11111' });
  await page.goto(`/admin/draws?date=${date}`);
  const { keyboard } = page;
  await cardOf(page, first.drawNo).getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: `Edit ${first.drawNo}` });
  await editor.getByLabel('Draw number').focus();
  await keyboard.press('Tab');
  await expect(editor.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await keyboard.type('13579');
  await keyboard.press('Enter');
  await expect(editor).toBeHidden();
  await expectDigits(cardOf(page, first.drawNo), '13579');

  await digitsOn(cardOf(page, first.drawNo)).focus();
  await keyboard.press('Enter');
  await keyboard.type('24680');
  await keyboard.press('Enter');
  const next = page.getByRole('textbox', { name: `New digits of ${second.drawNo}` });
  await expect(next).toBeFocused();
  await expectDigits(cardOf(page, first.drawNo), '24680');
  await keyboard.type('86420');
  await keyboard.press('Enter');
  await expectDigits(cardOf(page, second.drawNo), '86420');
  await expect(digitsOn(cardOf(page, second.drawNo))).toBeFocused();
  await expectDigits(cardOf(page, result.drawNo), '55555');
});

test('search, new and the list of keys, but not while typing or in a dialog', async ({ page }) => {
  await page.goto('/admin/draws');
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
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByRole('definition')).toHaveText([
    'Search',
    'Hold or release the draft that has the focus',
    'In the digits: save, and go to the next draft',
    'In the digits: cancel',
    'Add result',
    'This list',
  ]);
  await expectAccessibleInBothThemes(page);
  await keys.getByRole('switch', { name: 'Single keys' }).click();
  await keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await keyboard.press('n');
  await keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('link', { name: 'News' }).click();
  await expect(page.getByRole('heading', { name: 'News', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(keys.getByRole('definition')).toHaveText(['Search', 'Add article', 'This list']);
  await keys.getByRole('switch', { name: 'Single keys' }).click();
  await keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add article' })).toBeVisible();
});
