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
    const password = await promptHidden('Password: ');
    if ((await promptHidden('The same again: ')) !== password) {
      throw new CommandFailed('The two passwords are not the same. Nothing was changed.');
    }
    return password;
  },
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
