/** A CSV file of any length, made and compressed while it is sent; stops when the client disconnects. */
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

/** Throws what the first page throws: only after that the response has begun, and can only be broken off. */
export async function csvResponse<Item>(request: Request, file: CsvFile<Item>): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'));
  // Whoever asks for the headers alone makes nobody read from the database.
  const lines = request.method === 'HEAD' ? null : await begin(linesOf(file));
  return new Response(lines && streamOf(lines, encoding), {
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
  // Whichever end fails or leaves takes the other with it; the reader is told by the broken response.
  const body = compressor ? pipeline(text, compressor, () => {}) : text;
  // Node's types and the browser's know the same stream by two names.
  return Readable.toWeb(body) as unknown as ReadableStream;
}

/** The header comes with the first page, so that nothing is sent before that could be read. */
async function* linesOf<Item>({ header, pages, line }: CsvFile<Item>): AsyncGenerator<string, void> {
  let text = `${header}\n`;
  for await (const items of pages) {
    yield text + items.map((item) => `${line(item)}\n`).join('');
    text = '';
  }
  if (text) yield text;
}

/** The same sequence, once its first part has been made. */
async function begin<Part>(parts: AsyncGenerator<Part, void>): Promise<AsyncIterable<Part>> {
  let first: IteratorResult<Part, void> | null = await parts.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const part = first ?? (await parts.next());
        first = null;
        return part;
      },
      return: () => parts.return(),
    }),
  };
}

export const toCsvDraw = (
  draw: Pick<Draw, 'date' | 'slot' | 'drawNo' | `digit${1 | 2 | 3 | 4 | 5}`>,
): CsvDraw => ({
  date: draw.date,
  slot: draw.slot,
  drawNo: draw.drawNo,
  digits: [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5] as unknown as Digits,
});
