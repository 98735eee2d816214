/** Streams a CSV file of any length to staff; stops when the client disconnects. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Draw } from '../../contract/draws.ts';
import type { CsvDraw } from '../../core/csv.ts';
import { digitsOf, type WithDigits } from '../../core/digits.ts';

export interface CsvFile<Item> {
  fileName: string;
  header: string;
  pages: AsyncIterable<Item[]>;
  line(item: Item): string;
}

export const csvHeaders = (fileName: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${fileName}"`,
});

/** Throws if the first page fails. After that the response has started and can only be aborted. */
export async function csvResponse<Item>(request: Request, file: CsvFile<Item>): Promise<Response> {
  // HEAD does not query the database.
  const lines = request.method === 'HEAD' ? null : await begin(linesOf(file));
  // The same stream has two types: Node's and the browser's.
  const body = lines && (Readable.toWeb(Readable.from(lines)) as unknown as ReadableStream);
  return new Response(body, { headers: csvHeaders(file.fileName) });
}

/** The header is sent with the first page, so that nothing is sent if that page cannot be read. */
async function* linesOf<Item>({ header, pages, line }: CsvFile<Item>): AsyncGenerator<string, void> {
  let text = `${header}\n`;
  for await (const items of pages) {
    yield text + items.map((item) => `${line(item)}\n`).join('');
    text = '';
    // SQLite returns rows without waiting: this lets other requests run.
    await setImmediate();
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
