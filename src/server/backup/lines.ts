/** Splits a stream of bytes into lines of text. */
import { CopyRefused } from './copy-refused.ts';

const LINE_FEED = 0x0a;

/**
 * In bytes. Our longest row is the activity entry of an edited article: twice 20,000 characters, each escaped to at
 * most seven bytes. Without a limit a small compressed file can fill the memory with one line.
 */
const MAX_LINE = 1024 * 1024;

/** At line feeds only: readline also breaks at characters that may be part of a value. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      length += part.length;
      if (length > MAX_LINE) throw new CopyRefused('A line of the copy is longer than any row of ours.');
      parts.push(part);
      start += part.length + 1;
      if (end === -1) break;
      yield decoder.decode(Buffer.concat(parts));
      parts = [];
      length = 0;
    }
  }
  if (length > 0) throw new CopyRefused('The copy ends in the middle of a line.');
}
