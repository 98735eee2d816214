/** Cuts a stream of bytes into lines of text. */
import { CopyRefused } from './copy-refused.ts';

/** At line feeds only: readline also breaks at characters that may stand inside a value. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new CopyRefused('The copy ends in the middle of a line.');
}
