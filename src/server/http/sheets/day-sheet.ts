/** What the printable sheet of a day contains: texts in the language of the reader, and the shapes of the emblem. */

interface Circle {
  cx: number;
  cy: number;
  r: number;
}

interface Ring extends Circle {
  width: number;
}

/** The golden wheel of the pages, in a square of its size. */
export interface EmblemShape {
  size: number;
  /** The SVG path of the petal that points up. */
  petal: string;
  /** The bead at the top; each bead is between two petals. */
  bead: Circle;
  /** How many petals and beads there are. */
  petals: number;
  rim: Ring;
  hub: Ring;
}

interface SheetDigits {
  digits: string;
  /** The same for a screen reader, which reads digit by digit. */
  spoken: string;
}

export interface SheetCorrection {
  title: string;
  /** The former digits; null if only the draw number, date or time was corrected. */
  former: SheetDigits | null;
  /** What was corrected, and why. */
  notes: readonly string[];
}

export interface SheetResult {
  drawNo: string;
  result: SheetDigits;
  /** When it was published. */
  published: string;
  /** How its digits came to be. */
  label: string;
  /** The newest first. */
  corrections: readonly SheetCorrection[];
}

export interface SheetRow {
  slot: string;
  /** A text if no result is published. */
  result: SheetResult | string;
}

export interface DaySheet {
  /** Of the language, as in HTML. */
  language: string;
  title: string;
  productName: string;
  emblem: EmblemShape;
  subtitle: string;
  date: string;
  weekday: string;
  rows: readonly SheetRow[];
  /** Of the page of the day. */
  address: string;
  /** The description of the QR code. */
  codeLabel: string;
  /** Small print at the end. */
  notes: readonly string[];
  /** With `{page}` and `{pages}` for the numbers: a thread cannot be sent a function. */
  pageNumber: string;
  /** When the newest result of the day was published or corrected. */
  changedAt: Date;
}
