/** Draws the result sheet of a day on A4 pages. */
import type { DaySheet, SheetCorrection, SheetResult, SheetRow } from './day-sheet.ts';
import { type Element, LINE_HEIGHT, MARGIN, SheetPages, type TextStyle } from './sheet-pages.ts';
import {
  type Box,
  COLOURS,
  drawCode,
  drawDigits,
  drawEmblem,
  drawKasavu,
  drawRule,
  drawTiles,
  KASAVU_HEIGHT,
  strikeOut,
  TILES,
} from './sheet-shapes.ts';

const style = (size: number, weight: TextStyle['weight'], colour = COLOURS.ink): TextStyle => ({
  size,
  weight,
  colour,
});

const STYLES = {
  product: style(22, 700),
  subtitle: style(12, 500, COLOURS.soft),
  date: style(36, 700),
  weekday: style(16, 500, COLOURS.soft),
  slot: style(20, 700),
  small: style(10.5, 500, COLOURS.soft),
  label: style(10.5, 700),
  none: style(14, 500, COLOURS.soft),
  note: style(9.5, 500, COLOURS.soft),
  address: style(11, 700),
};

const EMBLEM_SIZE = 46;
const ROW_HEIGHT = 92;
/** With corrections: one of them fits on the first page. */
const CORRECTED_ROW_HEIGHT = 76;
const CODE_SIZE = 80;
const COLUMN_GAP = 14;
/** The texts of a correction are to the right of a bar. */
const INDENT = 14;
/** For the number of the page. */
const FOOT = 14;

type Paragraph = readonly [text: string, style: TextStyle];

class DayLayout {
  readonly #sheet: DaySheet;
  readonly #pages: SheetPages;
  /** Where the next block begins. */
  #y = MARGIN.top;

  constructor(sheet: DaySheet, pages: SheetPages) {
    this.#sheet = sheet;
    this.#pages = pages;
  }

  draw(): void {
    this.#head();
    const list = this.#pages.group(this.#pages.root, 'L');
    for (const row of this.#sheet.rows) {
      const item = this.#pages.group(this.#pages.group(list, 'LI'), 'LBody');
      this.#row(item, row);
    }
    drawRule(this.#pages, { x: MARGIN.side, y: this.#y, width: this.#width });
    this.#end();
    this.#pages.forEachPage((page, pages) => this.#pageNumber(page, pages));
  }

  get #width(): number {
    return this.#pages.width - 2 * MARGIN.side;
  }

  get #right(): number {
    return this.#pages.width - MARGIN.side;
  }

  get #bottom(): number {
    return this.#pages.height - MARGIN.bottom;
  }

  get #rowHeight(): number {
    const isCorrected = ({ result }: SheetRow) => typeof result !== 'string' && result.corrections.length > 0;
    return this.#sheet.rows.some(isCorrected) ? CORRECTED_ROW_HEIGHT : ROW_HEIGHT;
  }

  #head(): void {
    const { productName, subtitle, emblem, date, weekday } = this.#sheet;
    const pages = this.#pages;
    const baseline = MARGIN.top + 30;
    drawEmblem(pages, emblem, { x: MARGIN.side, y: MARGIN.top - 1, width: EMBLEM_SIZE });
    pages.element(pages.root, 'P', () => {
      pages.line(productName, STYLES.product, { x: MARGIN.side + EMBLEM_SIZE + 12, y: baseline });
    });
    pages.element(pages.root, 'P', () => {
      pages.line(subtitle, STYLES.subtitle, { x: this.#right, y: baseline, align: 'right' });
    });
    this.#y = MARGIN.top + EMBLEM_SIZE + 10;
    drawKasavu(pages, { x: MARGIN.side, y: this.#y, width: this.#width });
    this.#y += KASAVU_HEIGHT + 44;
    pages.element(pages.root, 'H1', () => pages.line(date, STYLES.date, { x: MARGIN.side, y: this.#y }));
    this.#y += 24;
    pages.element(pages.root, 'P', () => pages.line(weekday, STYLES.weekday, { x: MARGIN.side, y: this.#y }));
    this.#y += 20;
  }

  /** Begins a page unless the block fits on this one. */
  #makeRoom(height: number): void {
    if (this.#y + height <= this.#bottom - FOOT) return;
    const { productName, date } = this.#sheet;
    this.#pages.addPage();
    this.#pages.decoration(() => {
      this.#pages.line(`${productName} · ${date}`, STYLES.subtitle, { x: MARGIN.side, y: MARGIN.top });
    });
    drawKasavu(this.#pages, { x: MARGIN.side, y: MARGIN.top + 8, width: this.#width });
    this.#y = MARGIN.top + 8 + KASAVU_HEIGHT + 12;
  }

  #heightOf(paragraphs: readonly Paragraph[], width: number): number {
    return paragraphs.reduce(
      (height, [text, own]) => height + this.#pages.linesOf(text, own, width).length * own.size * LINE_HEIGHT,
      0,
    );
  }

  /** Draws paragraphs below each other. */
  #paragraphs(parent: Element, paragraphs: readonly Paragraph[], box: Box): void {
    let { y } = box;
    for (const [text, own] of paragraphs) {
      const lines = this.#pages.linesOf(text, own, box.width).map((line, index, all) => {
        const baseline = y + own.size + index * own.size * LINE_HEIGHT;
        const endsInSpace = index < all.length - 1;
        return () => this.#pages.line(line, own, { x: box.x, y: baseline, endsInSpace });
      });
      this.#pages.element(parent, 'P', lines);
      y += lines.length * own.size * LINE_HEIGHT;
    }
  }

  #row(item: Element, { slot, result }: SheetRow): void {
    const pages = this.#pages;
    const column = this.#width - TILES.width - COLUMN_GAP;
    const paragraphs: Paragraph[] = [[slot, STYLES.slot]];
    if (typeof result !== 'string') {
      paragraphs.push(
        [result.drawNo, STYLES.small],
        [result.published, STYLES.small],
        [result.label, STYLES.label],
      );
    }
    const textHeight = this.#heightOf(paragraphs, column);
    const height = Math.max(this.#rowHeight, textHeight + 10);
    this.#makeRoom(height);
    const top = this.#y;
    drawRule(pages, { x: MARGIN.side, y: top, width: this.#width });
    this.#paragraphs(item, paragraphs, { x: MARGIN.side, y: top + (height - textHeight) / 2, width: column });
    this.#y = top + height;
    if (typeof result === 'string') this.#noResult(item, result, top + height / 2);
    else this.#result(item, result, top + (height - TILES.height) / 2);
  }

  #noResult(item: Element, text: string, middle: number): void {
    this.#pages.element(item, 'P', () => {
      this.#pages.line(text, STYLES.none, { x: this.#right, y: middle + 5, align: 'right' });
    });
  }

  #result(item: Element, { result, corrections }: SheetResult, y: number): void {
    const place = { x: this.#right - TILES.width, y };
    drawTiles(this.#pages, place, false);
    this.#pages.element(item, 'P', () => drawDigits(this.#pages, result.digits, place, false), result.spoken);
    for (const correction of corrections) this.#correction(item, correction);
  }

  #correction(item: Element, { title, former, notes }: SheetCorrection): void {
    const pages = this.#pages;
    const x = MARGIN.side + INDENT;
    const wide = this.#right - x;
    const besideTiles = wide - TILES.width - COLUMN_GAP;
    const heading: Paragraph = [title, STYLES.label];
    const reasons = notes.map((note): Paragraph => [note, STYLES.small]);
    // Long texts are below the digits, in lines of the full width.
    const isShort = former !== null && this.#heightOf([heading, ...reasons], besideTiles) <= TILES.height;
    const upperTexts = isShort ? [heading, ...reasons] : [heading];
    const lowerTexts = isShort ? [] : reasons;
    const upperHeight = this.#heightOf(upperTexts, besideTiles);
    const upper = former ? Math.max(TILES.height, upperHeight) : upperHeight;
    const lower = upper + (lowerTexts.length > 0 ? 6 : 0);
    const height = lower + this.#heightOf(lowerTexts, wide);
    this.#makeRoom(height + 12);
    const top = this.#y;
    pages.decoration((document) => document.rect(MARGIN.side, top, 2.5, height).fill(COLOURS.ink));
    this.#paragraphs(item, upperTexts, { x, y: top + (upper - upperHeight) / 2, width: besideTiles });
    if (former) {
      const place = { x: this.#right - TILES.width, y: top + (upper - TILES.height) / 2 };
      drawTiles(pages, place, true);
      pages.element(item, 'P', () => drawDigits(pages, former.digits, place, true), former.spoken);
      strikeOut(pages, place);
    }
    this.#paragraphs(item, lowerTexts, { x, y: top + lower, width: wide });
    this.#y = top + height + 12;
  }

  /** The address with its QR code and the notes, at the foot of the last page. */
  #end(): void {
    const { address, notes, codeLabel } = this.#sheet;
    const pages = this.#pages;
    const width = this.#width - CODE_SIZE - COLUMN_GAP;
    const lines = pages.linesOf(address, STYLES.address, width);
    const paragraphs = notes.map((note): Paragraph => [note, STYLES.note]);
    const addressHeight = lines.length * STYLES.address.size * LINE_HEIGHT;
    const height =
      Math.max(CODE_SIZE, addressHeight + this.#heightOf(paragraphs, width)) + KASAVU_HEIGHT + 12;
    this.#makeRoom(height + 12);
    const top = this.#bottom - FOOT - height;
    drawKasavu(pages, { x: MARGIN.side, y: top, width: this.#width });
    const y = top + KASAVU_HEIGHT + 12;
    const paragraph = pages.group(pages.root, 'P');
    for (const [index, text] of lines.entries()) {
      const baseline = y + STYLES.address.size * (1 + index * LINE_HEIGHT);
      pages.link(paragraph, address, STYLES.address, { text, x: MARGIN.side, y: baseline });
    }
    this.#paragraphs(pages.root, paragraphs, { x: MARGIN.side, y: y + addressHeight, width });
    const code = { x: this.#right - CODE_SIZE, y, width: CODE_SIZE };
    pages.element(pages.root, 'Figure', () => drawCode(pages, address, code), codeLabel);
  }

  /** Only if there are several pages. */
  #pageNumber(page: number, pages: number): void {
    if (pages === 1) return;
    const text = this.#sheet.pageNumber.replace('{page}', String(page)).replace('{pages}', String(pages));
    this.#pages.decoration(() => {
      this.#pages.line(text, STYLES.note, { x: MARGIN.side, y: this.#bottom });
    });
  }
}

export async function drawDaySheet(sheet: DaySheet): Promise<Uint8Array<ArrayBuffer>> {
  const { title, productName, language, changedAt } = sheet;
  const pages = new SheetPages({ title, author: productName, language, createdAt: changedAt });
  new DayLayout(sheet, pages).draw();
  return pages.finish();
}
