/** Input and output of a command: results on stdout, everything else on stderr. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed, type Terminal } from './command.ts';

let output: Bun.FileSink | undefined;

export const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  async write(text) {
    output ??= Bun.stdout.writer();
    await output.write(text);
    await output.flush();
  },
  say: (line) => void process.stderr.write(`${line}\n`),
  readInput: () => Bun.stdin.text(),
  promptHidden: process.stdin.isTTY ? promptHidden : null,
};

async function promptHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: discard, terminal: true });
  const interrupted = new Promise<never>((_, reject) =>
    prompt.on('SIGINT', () => reject(new CommandFailed('Interrupted. Nothing was changed.'))),
  );
  try {
    return await Promise.race([prompt.question(''), interrupted]);
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}
