/** The entry point of the CLI: `npm run cli -- COMMAND`. */
import { parseArgs } from 'node:util';
import { PRODUCT_NAME } from '../core/branding.ts';
import { CopyRefused } from '../server/backup/copy-refused.ts';
import { AppError } from '../server/errors.ts';
import { StartError } from '../server/start-error.ts';
import { createAdminCommand, resetPasswordCommand } from './accounts.ts';
import { backupCommand, restoreCommand, verifyBackupCommand } from './backups.ts';
import { type Call, type Command, CommandFailed, type Terminal, UsageError } from './command.ts';
import { exportCsvCommand, importCsvCommand } from './csv.ts';
import { terminal } from './terminal.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  backup: backupCommand,
  'verify-backup': verifyBackupCommand,
  restore: restoreCommand,
  'import-csv': importCsvCommand,
  'export-csv': exportCsvCommand,
};

async function runCommand([name = '', ...args]: string[], { print }: Terminal): Promise<void> {
  if (name === '--help' || name === 'help' || name === '') return print(describeAll(COMMANDS));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}".`);
  if (args.includes('--help') || args.includes('-h')) return print(describeOne(name, command));
  await command.run(readCall(command, args), terminal);
}

function readCall({ options }: Command, args: string[]): Call {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return {
      positionals,
      text(option) {
        const value = values[option];
        return typeof value === 'string' ? value : undefined;
      },
      flag: (option) => values[option] === true,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The message of an expected error; null for a bug. */
function describeError(error: unknown): string | null {
  if (error instanceof AppError) return Object.values(error.details.errors ?? {}).join('\n') || error.message;
  const isExpected = [UsageError, CommandFailed, StartError, CopyRefused].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? (error as Error).message : null;
}

const CALL = 'npm run cli --';

function describeAll(commands: Readonly<Record<string, Command>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  return [
    `${PRODUCT_NAME}: commands for operators`,
    '',
    `Usage: ${CALL} COMMAND [arguments]`,
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `${CALL} COMMAND --help tells more of a command.`,
    'The settings are those of the server: DATA_DIR, DATABASE_URL and AUTH_SECRET above all.',
    'Exit code 0: done. 1: not done, and why. 2: the call was wrong.',
  ].join('\n');
}

const describeOne = (name: string, { usage, summary, details }: Command): string =>
  [
    `Usage: ${CALL} ${name} ${usage}`.trimEnd(),
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...details.map((line) => line.replace('{command}', name)),
  ].join('\n');

try {
  await runCommand(process.argv.slice(2), terminal);
} catch (error) {
  const description = describeError(error);
  if (description === null) throw error;
  terminal.say(description);
  if (error instanceof UsageError) terminal.say('See npm run cli -- --help.');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
