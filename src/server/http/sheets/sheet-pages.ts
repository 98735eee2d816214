/** A tagged PDF document with our fonts: lines of text, shapes, and the order in which a screen reader reads them. */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { drawableText, linesOf, runsOf, type Script } from './text-runs.ts';

type Weight = 500 | 700;

export interface TextStyle {
  size: number;
  weight: Weight;
  colour: string;
}

/** An element of the structure that screen readers follow. */
export type Element = PDFKit.PDFStructureElement;

export interface Placed {
  x: number;
  /** Of the baseline. */
  y: number;
  align?: 'left' | 'right' | 'center';
  /** Whether the paragraph goes on: screen readers would join the last word and the next. */
  endsInSpace?: boolean;
}

export const MARGIN = { top: 45, side: 51, bottom: 36 };
/** The height of a line as a multiple of the size: the signs of Malayalam need more than Latin letters. */
export const LINE_HEIGHT = 1.4;

const fontFile = (script: Script, weight: Weight): string =>
  join(import.meta.dir, `fonts/anek-malayalam-${script}-${weight}.ttf`);

export interface SheetInfo {
  title: string;
  author: string;
  language: string;
  createdAt: Date;
}

export class SheetPages {
  readonly root: Element;
  readonly #document: PDFKit.PDFDocument;
  readonly #bytes: Promise<Uint8Array<ArrayBuffer>>;

  constructor({ title, author, language, createdAt }: SheetInfo) {
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      // Otherwise it would be Helvetica, which is not embedded.
      font: fontFile('latin', 500),
      // The file id is a hash of these, so the same sheet always has the same bytes.
      info: { Title: title, Author: author, Creator: author, Producer: 'PDFKit', CreationDate: createdAt },
    });
    const chunks: Uint8Array[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
      document.on('error', reject);
    });
    this.#document = document;
    this.root = document.struct('Document');
    document.addStructure(this.root);
  }

  get width(): number {
    return this.#document.page.width;
  }

  get height(): number {
    return this.#document.page.height;
  }

  addPage(): void {
    this.#document.addPage();
  }

  /** Calls `draw` with each page open, to add what is known only at the end. */
  forEachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(start + page);
      draw(page + 1, count);
    }
  }

  /** Adds a group to the structure, without content of its own. */
  group(parent: Element, type: string): Element {
    const element = this.#document.struct(type);
    parent.add(element);
    return element;
  }

  /** Adds an element with what `draw` draws, in one part or more. `alt` is read in its place. */
  element(parent: Element, type: string, draw: (() => void) | (() => void)[], alt?: string): void {
    parent.add(this.#document.struct(type, alt === undefined ? {} : { alt }, draw));
  }

  /** Adds a link around a text on one line, at the left. */
  link(
    parent: Element,
    address: string,
    style: TextStyle,
    line: { text: string; x: number; y: number },
  ): void {
    const { text, x, y } = line;
    const element = this.group(parent, 'Link');
    element.add(() => this.line(text, style, { x, y }));
    const inStructure: object = { structParent: element };
    const height = style.size * LINE_HEIGHT;
    this.#document.link(x, y - style.size, this.widthOf(text, style), height, address, inStructure);
  }

  /** Draws what screen readers skip. */
  decoration(draw: (document: PDFKit.PDFDocument) => void): void {
    this.#document.save();
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw(this.#document);
    this.#document.endMarkedContent();
    this.#document.restore();
  }

  /** Draws shapes that are the content of an element. */
  shapes(draw: (document: PDFKit.PDFDocument) => void): void {
    this.#document.save();
    draw(this.#document);
    this.#document.restore();
  }

  widthOf(text: string, style: TextStyle): number {
    let width = 0;
    for (const run of runsOf(text)) width += this.#withFont(run.script, style).widthOfString(run.text);
    return width;
  }

  linesOf(text: string, style: TextStyle, width: number): string[] {
    return linesOf(text, width, (part) => this.widthOf(part, style));
  }

  /** Draws text on one line. */
  line(text: string, style: TextStyle, { x, y, align = 'left', endsInSpace = false }: Placed): void {
    const drawable = drawableText(text);
    const width = this.widthOf(drawable, style);
    let left = x;
    if (align === 'right') left -= width;
    if (align === 'center') left -= width / 2;
    const written = endsInSpace ? `${drawable} ` : drawable;
    this.#marked(written, style, () => {
      for (const run of runsOf(written)) {
        const document = this.#withFont(run.script, style).fillColor(style.colour);
        document.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' });
        left += document.widthOfString(run.text);
      }
    });
  }

  /** Draws several texts that are copied and found as one. */
  joined(text: string, { size }: TextStyle, draw: () => void): void {
    const document = this.#document;
    document.markContent('Span', { actual: text });
    draw();
    // Poppler (pdftotext, Evince) places the text by the matrix and the font at its end, which the library has reset.
    const [font] = Object.keys(document.page.fonts);
    document.save().transform(1, 0, 0, -1, 0, this.height).addContent(`/${font} ${size} Tf`);
    document.endMarkedContent().restore();
  }

  finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.root.end();
    this.#document.end();
    return this.#bytes;
  }

  #withFont(script: Script, { size, weight }: TextStyle): PDFKit.PDFDocument {
    return this.#document.font(fontFile(script, weight)).fontSize(size);
  }

  /** The signs of Malayalam are drawn in another order than they are written, so the text is given as well. */
  #marked(text: string, style: TextStyle, draw: () => void): void {
    if (runsOf(text).some(({ script }) => script === 'malayalam')) this.joined(text, style, draw);
    else draw();
  }
}
