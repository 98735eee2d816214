/** Reads texts and marks of a PDF that is not encrypted, without the library that wrote it. */
import { inflateSync } from 'node:zlib';

interface PdfText {
  /** As it is copied: the text that the file gives for what is drawn, or else that of the glyphs. */
  text: string;
  /** The font and the glyphs of each piece, in the order in which they are drawn. */
  glyphs: { font: string; ids: number[] }[];
}

interface PdfPage {
  texts: PdfText[];
  /** The operators that draw the page. */
  content: string;
}

export interface Pdf {
  pages: PdfPage[];
  /** All objects as text, without their streams. */
  objects: string;
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

function readObjects(bytes: Uint8Array): Map<string, PdfObject> {
  const file = Buffer.from(bytes).toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const start = body.indexOf('\nstream\n');
    const dictionary = start === -1 ? body : body.slice(0, start);
    const raw = start === -1 ? '' : body.slice(start + '\nstream\n'.length, body.lastIndexOf('\nendstream'));
    const isCompressed = dictionary.includes('/FlateDecode');
    const stream = isCompressed ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

const fromUtf16 = (hex: string): string =>
  hex.replace(/\s/g, '').replace(/(.{4})/g, (_, unit) => String.fromCharCode(Number.parseInt(unit, 16)));

/** A string in the notation of PDF: in parentheses or in hex. */
function readString(source: string): string {
  const plain = source.startsWith('<')
    ? Buffer.from(source.slice(1, -1), 'hex').toString('latin1')
    : source
        .slice(1, -1)
        .replace(/\\(?:([0-7]{3})|([\s\S]))/g, (_, octal, one) =>
          octal
            ? String.fromCharCode(Number.parseInt(octal, 8))
            : ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[one as string] ?? one),
        );
  return plain.startsWith('\u00FE\u00FF')
    ? fromUtf16(Buffer.from(plain.slice(2), 'latin1').toString('hex'))
    : plain;
}

/** The text of each glyph, from the ToUnicode map of a font. */
function readUnicode(map: string): string[] {
  const texts: string[] = [];
  for (const [, from = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(from, 16);
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      texts[start + index] = fromUtf16(hex);
  }
  return texts;
}

const TOKEN =
  /\/Span <<\s*\/ActualText ((?:<\w*>)|\((?:\\[\s\S]|[^\\)])*\))\s*>> BDC|\bB(?:DC|MC)\b|\bEMC\b|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;

function readTexts(content: string, unicode: Map<string, string[]>): PdfText[] {
  const texts: PdfText[] = [];
  const marks: (PdfText | null)[] = [];
  let font = '';
  for (const [token, given, named, shown] of content.matchAll(TOKEN)) {
    const inside = marks.findLast((mark) => mark !== null);
    if (given !== undefined) {
      const text = { text: readString(given), glyphs: [] };
      // The innermost text is part of the one around it.
      if (!inside) texts.push(text);
      marks.push(inside ?? text);
    } else if (token === 'EMC') marks.pop();
    else if (named !== undefined) font = named;
    else if (shown === undefined) marks.push(null);
    else {
      const ids = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) =>
        (hex.match(/.{4}/g) ?? []).map((id) => Number.parseInt(id, 16)),
      );
      const text = ids.map((id) => unicode.get(font)?.[id] ?? '').join('');
      if (inside) inside.glyphs.push({ font, ids });
      else texts.push({ text, glyphs: [{ font, ids }] });
    }
  }
  return texts;
}

const referenceIn = (dictionary: string, name: string): string =>
  new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '';

export function readPdf(bytes: Uint8Array): Pdf {
  const objects = readObjects(bytes);
  const dictionaryOf = (id: string) => objects.get(id)?.dictionary ?? '';
  const streamOf = (id: string) => objects.get(id)?.stream ?? '';
  const pages = [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary))
    .map(({ dictionary }): PdfPage => {
      const resources = dictionaryOf(referenceIn(dictionary, 'Resources'));
      const unicode = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
          name,
          readUnicode(streamOf(referenceIn(dictionaryOf(id), 'ToUnicode'))),
        ]),
      );
      const content = streamOf(referenceIn(dictionary, 'Contents'));
      return { texts: readTexts(content, unicode), content };
    });
  return { pages, objects: [...objects.values()].map(({ dictionary }) => dictionary).join('\n') };
}

/** All texts of all pages in the order in which they are drawn. */
export const textsIn = (bytes: Uint8Array): string[] =>
  readPdf(bytes).pages.flatMap(({ texts }) => texts.map(({ text }) => text.trim()));
