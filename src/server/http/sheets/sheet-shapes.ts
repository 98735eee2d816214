/** The shapes of a sheet: the emblem, the gold border, digits in boxes, the QR code. */
import { encode } from 'uqr';
import type { EmblemShape } from './day-sheet.ts';
import type { SheetPages, TextStyle } from './sheet-pages.ts';

/** Black on white, with the gold of the pages. */
export const COLOURS = {
  ink: '#000000',
  soft: '#444444',
  gold: '#C99A1E',
  line: '#999999',
  former: '#666666',
};

export interface Box {
  x: number;
  y: number;
  width: number;
}

/** The square at the position gets the emblem. */
export function drawEmblem(pages: SheetPages, emblem: EmblemShape, { x, y, width }: Box): void {
  const { size, petal, petals, bead, rim, hub } = emblem;
  const centre = { origin: [size / 2, size / 2] as [number, number] };
  const turn = 360 / petals;
  pages.decoration((document) => {
    document.translate(x, y).scale(width / size);
    for (const ring of [rim, hub]) {
      document.circle(ring.cx, ring.cy, ring.r).lineWidth(ring.width).stroke(COLOURS.gold);
    }
    for (let index = 0; index < petals; index += 1) {
      document
        .save()
        .rotate(index * turn, centre)
        .path(petal)
        .fill(COLOURS.gold)
        .restore();
      document.save().rotate((index + 0.5) * turn, centre);
      document.circle(bead.cx, bead.cy, bead.r).fill(COLOURS.gold).restore();
    }
  });
}

/** Kasavu, the gold border of Kerala cloth, as on the pages: a thick line, a gap and a thin line. */
export const KASAVU_HEIGHT = 6;

export function drawKasavu(pages: SheetPages, { x, y, width }: Box): void {
  pages.decoration((document) => {
    document
      .rect(x, y, width, 3)
      .rect(x, y + 5, width, 1)
      .fill(COLOURS.gold);
  });
}

export function drawRule(pages: SheetPages, { x, y, width }: Box): void {
  pages.decoration((document) => {
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .stroke(COLOURS.line);
  });
}

const TILE = { width: 48, height: 58, gap: 8, radius: 7, size: 42 };
export const TILES = { width: 5 * TILE.width + 4 * TILE.gap, height: TILE.height };

const DIGIT: TextStyle = { size: TILE.size, weight: 700, colour: COLOURS.ink };
/** From the top of a tile to the baseline: the digits of the font are 0.7 of its size high. */
const BASELINE = TILE.height / 2 + 0.35 * TILE.size;

/** The boxes alone; `isFormer`: of a result that was corrected. */
export function drawTiles(pages: SheetPages, { x, y }: { x: number; y: number }, isFormer: boolean): void {
  pages.decoration((document) => {
    document.lineWidth(isFormer ? 0.75 : 1.5).strokeColor(isFormer ? COLOURS.line : COLOURS.gold);
    for (let place = 0; place < 5; place += 1) {
      const left = x + place * (TILE.width + TILE.gap);
      document.roundedRect(left, y, TILE.width, TILE.height, TILE.radius).stroke();
    }
  });
}

export function drawDigits(
  pages: SheetPages,
  digits: string,
  { x, y }: { x: number; y: number },
  isFormer: boolean,
): void {
  const style = isFormer ? { ...DIGIT, colour: COLOURS.former } : DIGIT;
  const centreOf = (place: number) => x + place * (TILE.width + TILE.gap) + TILE.width / 2;
  pages.joined(digits, style, () => {
    for (const [place, digit] of [...digits].entries()) {
      pages.line(digit, style, { x: centreOf(place), y: y + BASELINE, align: 'center' });
    }
  });
}

/** Strikes out the digits that were drawn at the position. */
export function strikeOut(pages: SheetPages, { x, y }: { x: number; y: number }): void {
  pages.decoration((document) => {
    for (let place = 0; place < 5; place += 1) {
      const left = x + place * (TILE.width + TILE.gap) + 6;
      const middle = y + TILE.height / 2;
      document.moveTo(left, middle).lineTo(left + TILE.width - 12, middle);
    }
    document.lineWidth(3).stroke(COLOURS.ink);
  });
}

/** Without the margin of four modules that readers need: the page around it is white. */
export function drawCode(pages: SheetPages, text: string, { x, y, width }: Box): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const unit = width / size;
  pages.shapes((document) => {
    for (const [row, modules] of data.entries()) {
      for (let start = 0; start < size; start += 1) {
        if (!modules[start]) continue;
        let end = start;
        while (modules[end + 1]) end += 1;
        document.rect(x + start * unit, y + row * unit, (end - start + 1) * unit, unit);
        start = end;
      }
    }
    document.fill(COLOURS.ink);
  });
}
