/** Input and output of a command: results on stdout, everything else on stderr. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed, type Terminal, UsageError } from './command.ts';

export const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
  readInput: () => Bun.stdin.text(),
  async readNewPassword(fromInput) {
    if (fromInput) return (await Bun.stdin.text()).replace(/\r?\n$/, '');
    if (!process.stdin.isTTY) {
      throw new UsageError('There is no terminal to ask for the password: pipe it in with --password-stdin.');
    }
    const password = await askHidden('Password: ');
    if ((await askHidden('The same again: ')) !== password) {
      throw new CommandFailed('The two passwords are not the same. Nothing was changed.');
    }
    return password;
  },
};

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const swallow = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asker = createInterface({ input: process.stdin, output: swallow, terminal: true });
  const interrupted = new Promise<never>((_, reject) =>
    asker.on('SIGINT', () => reject(new CommandFailed('Interrupted. Nothing was changed.'))),
  );
  try {
    return await Promise.race([asker.question(''), interrupted]);
  } finally {
    asker.close();
    process.stderr.write('\n');
  }
}
