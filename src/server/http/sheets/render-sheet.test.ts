import { expect, setDefaultTimeout, test } from 'bun:test';
import { readPdf, textsIn } from '../../../../tests/support/pdf-reader.ts';
import type { DaySheet } from './day-sheet.ts';
import { createSheetRenderer } from './render-sheet.ts';

// Starting a thread that loads the library takes seconds on a busy machine.
setDefaultTimeout(30_000);

const sheetOf = (date: string): DaySheet => ({
  language: 'en-IN',
  title: date,
  productName: 'Swarna Chakra',
  emblem: {
    size: 10,
    petal: 'M5 4L6 1Z',
    petals: 12,
    bead: { cx: 5, cy: 1, r: 1 },
    rim: { cx: 5, cy: 5, r: 4, width: 1 },
    hub: { cx: 5, cy: 5, r: 1, width: 1 },
  },
  subtitle: 'Results',
  date,
  weekday: '',
  rows: [],
  address: 'https://swarna.example/',
  codeLabel: 'QR code',
  notes: [],
  pageNumber: '',
  changedAt: new Date(0),
});

const dateOn = (sheet: Uint8Array) => textsIn(sheet)[2];

test('renders one sheet after the other, also after one that failed and after the idle thread ended', async () => {
  const renderSheet = createSheetRenderer(20);
  expect(dateOn(await renderSheet(sheetOf('1 May')))).toBe('1 May');
  expect(dateOn(await renderSheet(sheetOf('2 May')))).toBe('2 May');
  const failed = renderSheet({ ...sheetOf('3 May'), changedAt: new Date(Number.NaN) });
  expect(await failed.catch((error) => error)).toBeInstanceOf(Error);
  expect(dateOn(await renderSheet(sheetOf('4 May')))).toBe('4 May');
  await Bun.sleep(60);
  const afterPause = await renderSheet(sheetOf('5 May'));
  expect(dateOn(afterPause)).toBe('5 May');
  expect(readPdf(afterPause).pages).toHaveLength(1);
});
