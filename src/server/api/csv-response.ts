/** A CSV file of any length, made and compressed while it is sent: a reader who goes away stops the making. */
import { pipeline, Readable } from 'node:stream';
import type { Draw } from '../../contract/draws.ts';
import type { CsvDraw } from '../../core/csv.ts';
import type { Digits } from '../../core/digits.ts';
import { chooseEncoding, type Encoding, openCompressor } from '../http/encoding.ts';

export interface CsvFile<Item> {
  fileName: string;
  header: string;
  pages: AsyncIterable<Item[]>;
  line(item: Item): string;
}

export function csvResponse<Item>(request: Request, file: CsvFile<Item>): Response {
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'));
  // Whoever asks for the headers alone makes nobody read from the database.
  return new Response(request.method === 'HEAD' ? null : streamOf(linesOf(file), encoding), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.fileName}"`,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    },
  });
}

function streamOf(texts: AsyncIterable<string>, encoding: Encoding): ReadableStream {
  const text = Readable.from(texts, { objectMode: false });
  const compressor = openCompressor(encoding);
  // Whichever end fails or leaves takes the other with it; the reader is told by the broken answer.
  const body = compressor ? pipeline(text, compressor, () => {}) : text;
  // Node's types and the browser's know the same stream by two names.
  return Readable.toWeb(body) as unknown as ReadableStream;
}

async function* linesOf<Item>({ header, pages, line }: CsvFile<Item>): AsyncGenerator<string, void> {
  yield `${header}\n`;
  for await (const items of pages) yield items.map((item) => `${line(item)}\n`).join('');
}

export const toCsvDraw = (
  draw: Pick<Draw, 'date' | 'slot' | 'drawNo' | `digit${1 | 2 | 3 | 4 | 5}`>,
): CsvDraw => ({
  date: draw.date,
  slot: draw.slot,
  drawNo: draw.drawNo,
  digits: [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5] as unknown as Digits,
});
