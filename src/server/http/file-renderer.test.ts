import { expect, setDefaultTimeout, test } from 'bun:test';
import { readPdf, textsIn } from '../../../tests/support/pdf-reader.ts';
import { createFileRenderer } from './file-renderer.ts';
import type { DaySheet } from './sheets/day-sheet.ts';

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

const widthOf = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16);

const svgOf = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}"><rect width="9" height="9"/></svg>`;

test('renders one sheet after the other, also after one that failed and after a pause', async () => {
  const { drawDaySheet } = createFileRenderer(20);
  expect(dateOn(await drawDaySheet(sheetOf('1 May')))).toBe('1 May');
  const failed = drawDaySheet({ ...sheetOf('3 May'), changedAt: new Date(Number.NaN) });
  expect(await failed.catch((error) => error)).toBeInstanceOf(Error);
  expect(dateOn(await drawDaySheet(sheetOf('4 May')))).toBe('4 May');
  await Bun.sleep(60);
  const afterPause = await drawDaySheet(sheetOf('5 May'));
  expect(dateOn(afterPause)).toBe('5 May');
  expect(readPdf(afterPause).pages).toHaveLength(1);
});

test('everybody gets their own file when several are rendered at the same time', async () => {
  const { svgToPng, drawDaySheet } = createFileRenderer(20);
  const [wide, sheet, failed, narrow] = await Promise.all([
    svgToPng(svgOf(900)),
    drawDaySheet(sheetOf('1 May')),
    svgToPng('no SVG').catch((error) => error),
    svgToPng(svgOf(2)),
  ]);
  expect([widthOf(wide), dateOn(sheet), widthOf(narrow)]).toEqual([900, '1 May', 2]);
  expect(failed).toBeInstanceOf(Error);
});
