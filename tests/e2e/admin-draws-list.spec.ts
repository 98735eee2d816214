/** The list of draws in the panel: filtered, exported, imported, and empty. */
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { cardOf, enterDraw, freeDay } from './draw-entries.ts';
import { expect, TODAY, test, toastWith } from './panel.ts';

const HEADER = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5';

async function readText(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const chooseFile = (dialog: Locator, content: string): Promise<void> =>
  dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'draws.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

async function importAndTakeBack(page: Page, api: APIRequestContext, draft: AdminDraw): Promise<void> {
  const [first, last] = [freeDay(), freeDay()];
  const drawsOn = async (date: string) =>
    (await (await api.get(`/api/admin/draws?date=${date}`)).json()).items;
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const exported = await download;
  expect(exported.suggestedFilename()).toBe(`admin-draws-${TODAY}.csv`);
  const text = await readText(exported);
  expect(text).toBe(`${HEADER},Status\n${draft.date},10:00,${draft.drawNo},3,1,4,1,5,Draft\n`);

  const openImport = () => page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import results' });
  await openImport();
  await chooseFile(dialog, text);
  await expect(dialog.getByText(`Line 2: There is already a draw for ${draft.date} 10:00.`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeHidden();
  const row = text.split('\n')[1];
  await chooseFile(dialog, [HEADER, ...Array.from({ length: 23 }, () => row)].join('\n'));
  await expect(dialog.getByText('23 problems: nothing can be imported.')).toBeVisible();
  await expect(dialog.getByText(/^Line \d+/)).toHaveCount(20);
  await expect(dialog.getByText('…and 3 more.')).toBeVisible();
  const lines = [first, last].map((date) => `${date},12:00,${drawNumberFor(date, '12:00')},2,4,6,8,0`);
  const file = [HEADER, ...lines].join('\n');
  await chooseFile(dialog, file);
  await expect(dialog.getByText('Ready to import: 2 published, 0 drafts.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: `${first} 12:00 PM` })).toContainText('2 4 6 8 0');
  expect(await drawsOn(first)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 draws' }).click();
  await expect(toastWith(page, 'Results imported.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await drawsOn(first)).toHaveLength(1);

  const question = page.getByRole('alertdialog', { name: 'Take this import back?' });
  const answer = (name: string) => question.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(question).toContainText(/^.*2 draws from \d+ \w+ 2025 to \d+ \w+ 2025 are deleted\./);
  await expect(question).toContainText('Visitors see 2 of them now.');
  await answer('Cancel');
  expect(await drawsOn(first)).toHaveLength(1);

  await openImport();
  const recent = dialog.getByRole('listitem').filter({ hasText: '2 draws' }).first();
  await expect(recent).toContainText('asha');
  await recent.getByRole('button', { name: 'Take back' }).click();
  await answer('Take back');
  await expect(toastWith(page, 'The import is taken back.')).toBeVisible();
  expect([await drawsOn(first), await drawsOn(last)]).toEqual([[], []]);

  // The connection is lost after the file has arrived: the list of imports says what became of it.
  await page.route('**/api/admin/draws/import', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await chooseFile(dialog, file);
  await dialog.getByRole('button', { name: 'Import 2 draws' }).click();
  await expect(toastWith(page, 'Results imported.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await drawsOn(first)).toHaveLength(1);
}

test('the list has its filters in the URL; it is exported, a file is imported after a preview and taken back', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(/status of 422|ERR_FAILED/);
  const day = freeDay();
  const draft = await enterDraw(api, { date: day, slot: '10:00', digits: '31415' });
  const result = await enterDraw(api, { date: day, slot: '19:00', digits: '27182', published: true });
  const other = await enterDraw(api, { date: freeDay() });
  const { items } = await (await api.get(`/api/admin/draws?date=${TODAY}`)).json();
  for (const { id } of items) await api.delete(`/api/admin/draws/${id}`);
  const main = page.getByRole('main');
  // Without the live stream, one's own changes are shown all the same.
  await page.route('**/api/admin/live*', (route) => route.abort());
  await page.goto(`/admin/draws?month=${day.slice(0, 7)}&slot=19%3A00&q=${draft.drawNo}`);
  await expect(page.getByText('No results found')).toBeVisible();
  await expect(main.getByLabel('Search')).toHaveValue(draft.drawNo);
  await main.getByLabel('Time slot').selectOption('All slots');
  await expect(cardOf(page, draft.drawNo)).toBeVisible();
  await main.getByLabel('Search').fill('');
  await main.getByLabel('Month').fill('');
  await expect(main.getByText('No draws for today')).toBeVisible();
  await main.getByRole('button', { name: 'Create drafts' }).click();
  await expect(toastWith(page, 'Daily drafts created successfully!')).toBeVisible();
  await expect(main.getByText('No draws for today')).toBeHidden();
  await expect(cardOf(page, drawNumberFor(TODAY, '19:00')).getByText('Random, not entered')).toBeVisible();
  await main.getByLabel('Date').fill(other.date);
  await main.getByLabel('Status').selectOption('Draft');
  await cardOf(page, other.drawNo).getByRole('switch').click();
  await expect(cardOf(page, other.drawNo)).toBeHidden();
  await main.getByLabel('Status').selectOption('All');
  await page.unroute('**/api/admin/live*');

  await main.getByLabel('Date').fill(day);
  await expect(main.getByText('Missing')).toHaveCount(3);
  await main.getByLabel('Status').selectOption('Published');
  await expect(main.getByRole('listitem')).toHaveCount(1);
  await expect(cardOf(page, result.drawNo)).toBeVisible();
  await expect(page).toHaveURL(`/admin/draws?date=${day}&status=published`);
  await main.getByLabel('Status').selectOption('Draft');
  await expect(cardOf(page, draft.drawNo)).toBeVisible();
  await importAndTakeBack(page, api, draft);
});
