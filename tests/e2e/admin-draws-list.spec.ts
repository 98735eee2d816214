/** The list of draws in the panel: filtered, paged, exported, imported, and empty. */
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, digitsOn, enterDraw, freeDay } from './draw-entries.ts';
import { expect, TODAY, test, toastWith } from './panel.ts';

test('filters and searches the list, and keeps the filters in the URL', async ({ page, api }) => {
  const day = freeDay();
  const draft = await enterDraw(api, { date: day, slot: '10:00', digits: '31415' });
  const result = await enterDraw(api, { date: day, slot: '19:00', digits: '27182', published: true });
  await page.goto('/admin/draws');
  const main = page.getByRole('main');

  await main.getByLabel('Date').fill(day);
  await expect(digitsOn(main)).toHaveCount(2);
  await expect(main.getByText('Missing')).toHaveCount(3);
  await main.getByLabel('Status').selectOption('Published');
  await expect(main.getByRole('listitem')).toHaveCount(1);
  await expect(cardOf(page, result.drawNo)).toBeVisible();
  await main.getByLabel('Status').selectOption('Draft');
  await expect(cardOf(page, draft.drawNo)).toBeVisible();
  await main.getByLabel('Time slot').selectOption('07:00 PM');
  await expect(page.getByText('No results found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/admin/draws');

  await main.getByLabel('Month').fill(day.slice(0, 7));
  await main.getByLabel('Time slot').selectOption('07:00 PM');
  await expect(cardOf(page, result.drawNo)).toBeVisible();
  await expect(page).toHaveURL(`/admin/draws?month=${day.slice(0, 7)}&slot=19%3A00`);
  await main.getByLabel('Search').fill(draft.drawNo);
  await expect(page.getByText('No results found')).toBeVisible();
  await page.reload();
  await expect(main.getByLabel('Search')).toHaveValue(draft.drawNo);
  await main.getByLabel('Time slot').selectOption('All slots');
  await expect(cardOf(page, draft.drawNo)).toBeVisible();
});

test('loads more of a long list on demand', async ({ page, api }) => {
  const lines = Array.from({ length: 60 }, (_, index) => {
    const date = `1999-${String(Math.floor(index / 28) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`;
    return `${date},10:00,${drawNumberFor(date, '10:00')},1,2,3,4,5`;
  });
  const file = `Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5\n${lines.join('\n')}\n`;
  const response = await api.post('/api/admin/draws/import', {
    data: file,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto('/admin/draws?q=1999');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(cards).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('exports the filtered list, and imports a file after a preview', async ({ page, api, allowErrors }) => {
  allowErrors(/status of 422/);
  const day = freeDay();
  const draft = await enterDraw(api, { date: day, slot: '12:00', digits: '24680' });
  await page.goto(`/admin/draws?date=${day}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const exported = await download;
  expect(exported.suggestedFilename()).toBe(`admin-draws-${TODAY}.csv`);
  const chunks: Buffer[] = [];
  for await (const chunk of await exported.createReadStream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  expect(text).toBe(
    `Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status\n${day},12:00,${draft.drawNo},2,4,6,8,0,Draft\n`,
  );

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import results' });
  const choose = (content: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'draws.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose(text);
  await expect(dialog.getByText(`Line 2: There is already a draw for ${day} 12:00.`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeHidden();
  await choose('Something else');
  await expect(dialog.getByText(/Line 1: The first line must be/)).toBeVisible();

  const other = freeDay();
  await choose(text.replaceAll(day, other).replace(draft.drawNo, drawNumberFor(other, '12:00')));
  await expect(dialog.getByText('Ready to import: 0 published, 1 drafts.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: `${other} 12:00 PM` })).toContainText('2 4 6 8 0');
  expect((await (await api.get(`/api/admin/draws?date=${other}`)).json()).items).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 draw' }).click();
  await expect(toastWith(page, 'Results imported.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await (await api.get(`/api/admin/draws?date=${other}`)).json()).items).toHaveLength(1);
});

test('an import is taken back at once or later, after a question that names what is deleted', async ({
  page,
  api,
}) => {
  const [first, last] = [freeDay(), freeDay()];
  const header = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5';
  const lines = [first, last].map((day) => `${day},12:00,${drawNumberFor(day, '12:00')},1,2,3,4,5`);
  const buffer = Buffer.from([header, ...lines].join('\n'));
  const countOn = async (day: string) =>
    (await (await api.get(`/api/admin/draws?date=${day}`)).json()).items.length;
  await page.goto('/admin/draws');
  const dialog = page.getByRole('dialog', { name: 'Import results' });
  const importFile = async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'draws.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Import 2 draws' }).click();
    await expect(dialog).toBeHidden();
  };
  const question = page.getByRole('alertdialog', { name: 'Take this import back?' });
  const answer = (name: string) => question.getByRole('button', { name }).click();

  await importFile();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(question).toContainText(/^.*2 draws from \d+ \w+ 2025 to \d+ \w+ 2025 are deleted\./);
  await expect(question).toContainText('Visitors see 2 of them now.');
  await answer('Cancel');
  expect(await countOn(first)).toBe(1);

  await page.reload();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const recent = dialog.getByRole('listitem').filter({ hasText: '2 draws' }).first();
  await expect(recent).toContainText('asha');
  await recent.getByRole('button', { name: 'Take back' }).click();
  await answer('Take back');
  await expect(toastWith(page, 'The import is taken back.')).toBeVisible();
  expect([await countOn(first), await countOn(last)]).toEqual([0, 0]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await importFile();
  const { items } = await (await api.get(`/api/admin/draws?date=${last}`)).json();
  await api.patch(`/api/admin/draws/${items[0].id}`, { data: { digit1: '9', reason: 'Typed wrong' } });
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(recent).toContainText('1 draw changed since: cannot be taken back.');
  await expect(recent.getByRole('button')).toHaveCount(0);
});

test('a day without draws shows a notice and creates its drafts', async ({ page, api }) => {
  const { items } = await (await api.get(`/api/admin/draws?date=${TODAY}`)).json();
  for (const { id } of items) await api.delete(`/api/admin/draws/${id}`);
  await page.goto('/admin/draws');
  const main = page.getByRole('main');
  await expect(main.getByText('No draws for today')).toBeVisible();
  await main.getByRole('button', { name: 'Create drafts' }).click();
  await expect(toastWith(page, 'Daily drafts created successfully!')).toBeVisible();
  await expect(main.getByText('No draws for today')).toBeHidden();
  await expect(cardOf(page, drawNumberFor(TODAY, '19:00')).getByText('Random, not entered')).toBeVisible();
});
