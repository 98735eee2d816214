/** Streams a CSV file of any length, compressed; stops when the client disconnects. */
import { pipeline, Readable } from 'node:stream';
import type { Draw } from '../../contract/draws.ts';
import type { CsvDraw } from '../../core/csv.ts';
import { digitsOf, type WithDigits } from '../../core/digits.ts';
import { chooseEncoding, type Encoding, openCompressor } from '../http/encoding.ts';

export interface CsvFile<Item> {
  fileName: string;
  header: string;
  pages: AsyncIterable<Item[]>;
  line(item: Item): string;
}

/** Throws if the first page fails. After that the response has started and can only be aborted. */
export async function csvResponse<Item>(request: Request, file: CsvFile<Item>): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'));
  // HEAD does not query the database.
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
  // `pipeline` destroys both streams if one fails; the client then sees an aborted response.
  const body = compressor ? pipeline(text, compressor, () => {}) : text;
  // The same stream has two types: Node's and the browser's.
  return Readable.toWeb(body) as unknown as ReadableStream;
}

/** The header is sent with the first page, so that nothing is sent if that page cannot be read. */
async function* linesOf<Item>({ header, pages, line }: CsvFile<Item>): AsyncGenerator<string, void> {
  let text = `${header}\n`;
  for await (const items of pages) {
    yield text + items.map((item) => `${line(item)}\n`).join('');
    text = '';
  }
  if (text) yield text;
}

/** Waits for the first part, then returns the whole sequence. */
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

export const toCsvDraw = (draw: Pick<Draw, 'date' | 'slot' | 'drawNo'> & WithDigits): CsvDraw => ({
  date: draw.date,
  slot: draw.slot,
  drawNo: draw.drawNo,
  digits: digitsOf(draw),
});
