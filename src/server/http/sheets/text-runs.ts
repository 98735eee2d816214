/** Splits text into runs of one script and into lines: the PDF library shapes a text by the script of its first letter. */

export type Script = 'latin' | 'malayalam';

export interface TextRun {
  script: Script;
  text: string;
}

/** The characters of the fonts: see fonts/README.md. */
const LATIN =
  /^[\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u2009\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u20AC\u2212]$/;
const MALAYALAM =
  /^[\u0D00-\u0D0C\u0D0E-\u0D10\u0D12-\u0D44\u0D46-\u0D48\u0D4A-\u0D4F\u0D54-\u0D63\u0D66-\u0D7F\u200C-\u200D\u20B9\u25CC]$/;

const REPLACEMENT = '?';

const graphemes = new Intl.Segmenter('ml', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

const isDrawable = (character: string): boolean => LATIN.test(character) || MALAYALAM.test(character);

/** The text on one line, with one question mark in place of each letter or sign that the fonts do not have. */
export const drawableText = (text: string): string =>
  graphemesOf(text.normalize('NFC').replace(/\s+/g, ' ').trim())
    .map((grapheme) => ([...grapheme].every(isDrawable) ? grapheme : REPLACEMENT))
    .join('');

export function runsOf(text: string): TextRun[] {
  const runs: TextRun[] = [];
  for (const character of text) {
    const script = MALAYALAM.test(character) ? 'malayalam' : 'latin';
    const last = runs.at(-1);
    if (last?.script === script) last.text += character;
    else runs.push({ script, text: character });
  }
  return runs;
}

/** The pieces of a word that is longer than a line. Letters are measured one by one, with their signs. */
function piecesOf(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const grapheme of graphemesOf(word)) {
    const own = widthOf(grapheme);
    if (piece !== '' && used + own > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += grapheme;
    used += own;
  }
  return [...pieces, piece];
}

/** Breaks lines at spaces, and inside of words that are longer than a line. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  const space = widthOf(' ');
  let line = '';
  let used = 0;
  for (const word of drawableText(text).split(' ')) {
    const pieces = widthOf(word) > width ? piecesOf(word, width, widthOf) : [word];
    for (const [index, piece] of pieces.entries()) {
      const own = widthOf(piece);
      const isNext = index === 0 && line !== '';
      if (isNext && used + space + own <= width) {
        line += ` ${piece}`;
        used += space + own;
      } else {
        if (line !== '') lines.push(line);
        line = piece;
        used = own;
      }
    }
  }
  return [...lines, line];
}
