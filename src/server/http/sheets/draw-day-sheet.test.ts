import { describe, expect, test } from 'bun:test';
import { readPdf, textsIn } from '../../../../tests/support/pdf-reader.ts';
import type { DaySheet, SheetCorrection, SheetRow } from './day-sheet.ts';
import { drawDaySheet } from './draw-day-sheet.ts';
import { SheetPages } from './sheet-pages.ts';

const PUBLISHED_AT = new Date('2026-03-14T13:45:00Z');

const row = (slot: string, digits: string, corrections: readonly SheetCorrection[] = []): SheetRow => ({
  slot,
  result: {
    drawNo: `SC${digits}`,
    result: { digits, spoken: `Result ${[...digits].join(' ')}` },
    published: 'Published at 10:15 AM',
    label: 'Provably random',
    corrections,
  },
});

const SHEET: DaySheet = {
  language: 'en-IN',
  title: 'Results of 14 March 2026',
  productName: 'Swarna Chakra',
  emblem: {
    size: 100,
    petal: 'M50 40C44 32 44 20 50 10C56 20 56 32 50 40Z',
    petals: 12,
    bead: { cx: 50, cy: 12, r: 2 },
    rim: { cx: 50, cy: 50, r: 46, width: 4 },
    hub: { cx: 50, cy: 50, r: 6, width: 3 },
  },
  subtitle: 'Results of the day',
  date: '14 March 2026',
  weekday: 'Saturday',
  rows: [
    row('10:00 AM', '74227'),
    row('12:00 PM', '00913'),
    { slot: '02:00 PM', result: 'No result published' },
  ],
  address: 'https://swarna.example/results/2026-03-14',
  codeLabel: 'QR code',
  notes: ['As of 07:15 PM', 'For reference only.'],
  pageNumber: 'Page {page} of {pages}',
  changedAt: PUBLISHED_AT,
};

const correction = (digits: string, note: string): SheetCorrection => ({
  title: 'Corrected at 11:02 AM',
  former: { digits, spoken: `Former result ${[...digits].join(' ')}` },
  notes: [note],
});

test('has all texts in reading order, on one page', async () => {
  const bytes = await drawDaySheet(SHEET);
  expect(textsIn(bytes)).toEqual([
    'Swarna Chakra',
    'Results of the day',
    '14 March 2026',
    'Saturday',
    '10:00 AM',
    'SC74227',
    'Published at 10:15 AM',
    'Provably random',
    '74227',
    '12:00 PM',
    'SC00913',
    'Published at 10:15 AM',
    'Provably random',
    '00913',
    '02:00 PM',
    'No result published',
    'https://swarna.example/results/2026-03-14',
    'As of 07:15 PM',
    'For reference only.',
  ]);
  expect(readPdf(bytes).pages).toHaveLength(1);
});

test('is tagged: title, language, an order for screen readers, and single digits for them', async () => {
  const { objects, pages } = readPdf(await drawDaySheet(SHEET));
  for (const part of ['/Lang (en-IN)', '/DisplayDocTitle true', '/Marked true', '/StructTreeRoot']) {
    expect(objects).toContain(part);
  }
  expect(objects).toContain('(Results of 14 March 2026)');
  expect(objects).toContain('/Alt (Result 7 4 2 2 7)');
  expect(objects).toContain('/Alt (QR code)');
  for (const type of ['Document', 'H1', 'L', 'LI', 'LBody', 'P', 'Link', 'Figure']) {
    expect(objects).toMatch(new RegExp(`/S /${type}\\b`));
  }
  // Every mark that is opened is closed, on its page.
  for (const { content } of pages) {
    expect(content.match(/\bB(DC|MC)\b/g)?.length).toBe(content.match(/\bEMC\b/g)?.length as number);
  }
});

test('embeds only our own fonts', async () => {
  const { objects } = readPdf(await drawDaySheet({ ...SHEET, weekday: 'ശനിയാഴ്‌ച' }));
  const descriptors = objects.match(/\/Type \/FontDescriptor/g)?.length;
  expect(objects.match(/\/FontFile2 /g)?.length).toBe(descriptors as number);
  expect(
    [...new Set(objects.match(/\/BaseFont \/\S+/g))].every((name) => name.includes('+AnekMalayalam')),
  ).toBe(true);
});

test('the same sheet has the same bytes, and its date is that of the last change', async () => {
  const first = await drawDaySheet(SHEET);
  await Bun.sleep(5);
  expect(Buffer.compare(await drawDaySheet(SHEET), first)).toBe(0);
  expect(readPdf(first).objects).toContain('(D:20260314134500Z)');
  const other = await drawDaySheet({ ...SHEET, rows: [row('10:00 AM', '74228')] });
  expect(Buffer.compare(other, first)).not.toBe(0);
});

test('one correction fits on the first page, with its former digits', async () => {
  const rows = [row('10:00 AM', '74227', [correction('74221', 'Reason: mistyped')]), ...'1234'].map(
    (entry) => (typeof entry === 'string' ? row(`0${entry}:00 PM`, '00000') : entry),
  );
  const { pages, objects } = readPdf(await drawDaySheet({ ...SHEET, rows }));
  expect(pages).toHaveLength(1);
  const texts = pages[0]?.texts.map(({ text }) => text) ?? [];
  expect(texts.slice(texts.indexOf('74227'))).toEqual(
    expect.arrayContaining(['Corrected at 11:02 AM', 'Reason: mistyped', '74221']),
  );
  expect(objects).toContain('/Alt (Former result 7 4 2 2 1)');
});

test('many corrections with long reasons continue on further pages, and nothing is outside of a page', async () => {
  const reasons = [
    'W'.repeat(500),
    'The paper was misread. '.repeat(21),
    'മൂന്നാമത്തെ അക്കം തെറ്റായിരുന്നു '.repeat(15),
  ];
  const corrections = reasons.flatMap((reason, index) => [
    correction(`1000${index}`, reason),
    correction(`2000${index}`, reason),
  ]);
  const none = { slot: '02:00 PM', result: 'No result published' };
  const rows = [row('10:00 AM', '74227', corrections), row('12:00 PM', '00913', corrections), none];
  const bytes = await drawDaySheet({ ...SHEET, rows });
  const { pages } = readPdf(bytes);
  const texts = textsIn(bytes);
  expect(pages.length).toBeGreaterThan(2);
  expect(texts).toContain(`Page ${pages.length} of ${pages.length}`);
  expect(texts.filter((text) => /^[12]000\d$/.test(text))).toHaveLength(12);
  expect(texts.join('').match(/W/g)).toHaveLength(4 * 500);
  for (const { content } of pages) {
    for (const [, x, y] of content.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(51);
      // The margin is at 544, where no text can begin.
      expect(Number(x)).toBeLessThan(540);
      expect(Number(y)).toBeGreaterThan(30);
      expect(Number(y)).toBeLessThan(812);
    }
  }
});

describe('Malayalam', () => {
  async function glyphsOf(words: readonly string[]): Promise<number[][]> {
    const pages = new SheetPages({ title: 't', author: 'a', language: 'ml-IN', createdAt: PUBLISHED_AT });
    for (const text of words)
      pages.line(text, { size: 10, weight: 500, colour: '#000000' }, { x: 60, y: 100 });
    const { texts } = readPdf(await pages.finish()).pages[0] ?? { texts: [] };
    expect(texts.map(({ text }) => text)).toEqual([...words]);
    return texts.map(({ glyphs }) => glyphs.flatMap(({ ids }) => ids));
  }

  test('has as many glyphs as HarfBuzz gives: conjuncts and chillus are one', async () => {
    const counts = (await glyphsOf(['സ്വർണ്ണ', 'ചക്ര', 'നറുക്കെടുപ്പ്', 'പ്രസിദ്ധീകരിച്ചു', 'ചൊവ്വാഴ്\u200Cച'])).map(
      ({ length }) => length,
    );
    // hb-shape --no-glyph-names fonts/anek-malayalam-malayalam-500.ttf WORD
    expect(counts).toEqual([4, 3, 9, 11, 9]);
  });

  test('a vowel sign that is read last is drawn first', async () => {
    const [ke = [], me = [], ko = []] = await glyphsOf(['കേ', 'മേ', 'കോ']);
    expect([ke.length, me.length, ko.length]).toEqual([2, 2, 3]);
    expect(ke[0]).toBe(me[0] as number);
    expect(ko.slice(0, 2)).toEqual(ke);
  });
});
