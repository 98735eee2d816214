/** Runs a command of the operator in this process, and returns what it prints. */
import type { Terminal } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/commands.ts';

export interface CommandCall {
  args: string[];
  env: Record<string, string>;
  input: string;
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function runAndCapture({ args, env, input }: CommandCall): Promise<CommandResult> {
  let stdout = '';
  let stderr = '';
  const terminal: Terminal = {
    print: (line) => {
      stdout += `${line}\n`;
    },
    async write(text) {
      stdout += text;
    },
    say: (line) => {
      stderr += `${line}\n`;
    },
    readInput: async () => input,
    promptHidden: null,
  };
  const code = await runCommand(args, terminal, env);
  return { code, stdout, stderr };
}
