/** One process for several commands of the operator, because starting one takes longer than most commands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bun, root } from '../../scripts/project.mjs';
import type { CommandCall, CommandResult } from './captured-command.ts';

export interface CommandHost {
  /** Runs one command at a time. */
  run(call: CommandCall): Promise<CommandResult>;
  stop(): Promise<void>;
}

/** Programs that the commands start are found on the given PATH. */
export function startCommandHost(path = process.env['PATH'] ?? ''): CommandHost {
  const child = spawn(bun, ['tests/support/command-host-program.ts'], {
    cwd: root,
    env: { PATH: path, TMPDIR: process.env['TMPDIR'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async run(call) {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the process of the commands has ended');
      return JSON.parse(value);
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
