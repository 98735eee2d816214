/** Every action on the draws screen. */
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay, readDraw, resultIn } from './draw-entries.ts';
import { expect, TODAY, test, toastWith } from './panel.ts';

test('adds, edits, publishes, unpublishes and deletes a draw', async ({ page, api }) => {
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
});

test('correcting a published result requires a reason, which is logged', async ({ page, api }) => {
  const draw = await enterDraw(api, { date: freeDay(), digits: '11111', published: true });
  await page.goto(`/admin/draws?date=${draw.date}`);
  const card = cardOf(page, draw.drawNo);
  await digitsOn(card).click();
  await page.keyboard.type('777');
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Correct this result?' });
  await expect(dialog.getByRole('img', { name: '1 1 1 1 1' })).toBeVisible();
  await expect(dialog.getByRole('img', { name: '7 7 7 1 1' })).toBeVisible();
  await expect(dialog.getByText('Public: visitors read it beside the former digits.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(dialog.getByText('Reason is required.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Misread the third drum');
  await dialog.getByRole('button', { name: 'Save correction' }).click();

  await expectDigits(card, '77711');
  await expect(card.getByText('Corrected')).toBeVisible();
  expect(resultIn(await readDraw(api, draw))).toBe('77711');
  const { items } = await (await api.get('/api/admin/activity?type=draw')).json();
  const entry = items.find(({ target }: { target: string }) => target === draw.drawNo);
  expect(entry).toMatchObject({ action: 'Corrected result' });
  expect(JSON.stringify(entry)).toContain('Misread the third drum');
  expect(entry.before).toMatchObject({ digit1: '1', digit2: '1', digit3: '1' });
});

test('digit fields advance on input, replace single digits, and accept a pasted number', async ({
  page,
  api,
}) => {
  const draft = await enterDraw(api, { date: freeDay(), digits: '11111' });
  await page.goto(`/admin/draws?date=${draft.date}`);
  const card = cardOf(page, draft.drawNo);
  await digitsOn(card).click();
  const first = card.getByRole('textbox', { name: `New digits of ${draft.drawNo}` });
  await expect(first).toBeFocused();
  await page.keyboard.type('2');
  await expect(card.getByLabel('Digit 2 of 5')).toBeFocused();
  await page.keyboard.type('x3');
  await page.keyboard.press('Enter');
  await expectDigits(card, '23111');
  await expect(digitsOn(card)).toBeFocused();

  await digitsOn(card).press('Enter');
  await first.evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '6 7 8-90');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(card.getByLabel('Digit 5 of 5')).toHaveValue('0');
  await page.keyboard.press('Escape');
  await expectDigits(card, '23111');

  await digitsOn(card).press('Enter');
  await page.keyboard.press('Control+Backspace');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(card.getByText('All five digits are required.')).toBeVisible();
});

test('a single unsaved change among several asks for confirmation before leaving', async ({ page, api }) => {
  const date = freeDay();
  const [first, second] = [
    await enterDraw(api, { date, slot: '10:00' }),
    await enterDraw(api, { date, slot: '12:00' }),
  ];
  await page.goto(`/admin/draws?date=${date}`);
  await digitsOn(cardOf(page, first.drawNo)).click();
  await page.keyboard.type('9');
  await digitsOn(cardOf(page, second.drawNo)).click();
  await page.getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Cancel').click();
  await expect(page).toHaveURL(`/admin/draws?date=${date}`);
  await expect(page.getByRole('textbox', { name: `New digits of ${first.drawNo}` })).toHaveValue('9');
});

test('adds and publishes a draw at once, and confirms publishing before its time', async ({ page, api }) => {
  await page.goto('/admin/draws');
  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  const tomorrow = '2027-01-01';
  await dialog.getByLabel('Date').fill(tomorrow);
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type('55555');
  await dialog.getByLabel('Publish at once').check();
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish before the draw?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Digit 5 of 5')).toHaveValue('5');
  await dialog.getByLabel('Date').fill(freeDay());
  // Read before sending: the dialog closes as soon as the draw is saved.
  const drawNo = await dialog.getByLabel('Draw number').inputValue();
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(toastWith(page, `${drawNo} is published.`)).toBeVisible();
  expect((await api.get(`/api/draws/${drawNo}`)).status()).toBe(200);
});

test('a taken slot is marked and refused, and the input is kept', async ({ page, api, allowErrors }) => {
  allowErrors(/status of 409/);
  const { date } = await enterDraw(api, { date: freeDay() });
  await page.goto(`/admin/draws?date=${date}`);
  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await dialog.getByLabel('Date').fill(date);
  await expect(dialog.getByLabel('Time slot')).toHaveValue('12:00');
  await dialog.getByLabel('Time slot').selectOption('10:00 AM (has a draw)');
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type('45678');
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('There is already a draw for this date and time slot.');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Cancel').click();
  await expect(dialog.getByLabel('Digit 5 of 5')).toHaveValue('8');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(dialog).toBeHidden();
});
