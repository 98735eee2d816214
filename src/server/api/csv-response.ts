/** A CSV file of any length, made and compressed while it is sent: a reader who goes away stops the making. */
import type { Draw } from '../../contract/draws.ts';
import type { CsvDraw } from '../../core/csv.ts';
import type { Digits } from '../../core/digits.ts';
import { chooseEncoding, type Encoding } from '../http/encoding.ts';

export interface CsvFile<Item> {
  fileName: string;
  header: string;
  pages: AsyncIterable<Item[]>;
  line(item: Item): string;
}

export function csvResponse<Item>(request: Request, file: CsvFile<Item>): Response {
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'));
  return new Response(compressStream(streamOf(linesOf(file)), encoding), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.fileName}"`,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    },
  });
}

async function* linesOf<Item>({ header, pages, line }: CsvFile<Item>): AsyncGenerator<string, void> {
  yield `${header}\n`;
  for await (const items of pages) yield items.map((item) => `${line(item)}\n`).join('');
}

function streamOf(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return();
    },
  });
}

function compressStream(
  text: ReadableStream<Uint8Array<ArrayBuffer>>,
  encoding: Encoding,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return text;
  const format = encoding === 'br' ? 'brotli' : encoding;
  // The types are the browser's, which knows fewer formats than Bun does.
  return text.pipeThrough(new CompressionStream(format as CompressionFormat));
}

export const toCsvDraw = (
  draw: Pick<Draw, 'date' | 'slot' | 'drawNo' | `digit${1 | 2 | 3 | 4 | 5}`>,
): CsvDraw => ({
  date: draw.date,
  slot: draw.slot,
  drawNo: draw.drawNo,
  digits: [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5] as unknown as Digits,
});
