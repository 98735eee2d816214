/** All CLI commands: finds the one that is called, and runs it. */
import { parseArgs } from 'node:util';
import { PRODUCT_NAME } from '../core/branding.ts';
import { CopyRefused } from '../server/backup/copy-refused.ts';
import { readConfig } from '../server/config.ts';
import { AppError } from '../server/errors.ts';
import { StartError } from '../server/start-error.ts';
import { createAdminCommand, resetPasswordCommand } from './accounts.ts';
import { auditCommand } from './audit/audit.ts';
import { backupCommand, restoreCommand, verifyBackupCommand } from './backups.ts';
import { type Call, type Command, CommandFailed, type Terminal, UsageError } from './command.ts';
import { exportCsvCommand, importCsvCommand } from './csv.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  backup: backupCommand,
  'verify-backup': verifyBackupCommand,
  restore: restoreCommand,
  'import-csv': importCsvCommand,
  'export-csv': exportCsvCommand,
  audit: auditCommand,
};

type Settings = Parameters<typeof readConfig>[0];

/** Returns the exit code; throws only if there is a bug. The settings are those of the environment unless given. */
export async function runCommand(args: string[], terminal: Terminal, settings?: Settings): Promise<number> {
  try {
    await findAndRun(args, terminal, settings);
    return 0;
  } catch (error) {
    const description = describeError(error);
    if (description === null) throw error;
    terminal.say(description);
    if (!(error instanceof UsageError)) return 1;
    terminal.say('See npm run cli -- --help.');
    return 2;
  }
}

async function findAndRun(
  [name = '', ...args]: string[],
  terminal: Terminal,
  settings?: Settings,
): Promise<void> {
  if (name === '--help' || name === 'help' || name === '') return terminal.print(describeAll(COMMANDS));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}".`);
  if (args.includes('--help') || args.includes('-h')) return terminal.print(describeOne(name, command));
  await command.run({ ...readArguments(command, args), config: readConfig(settings) }, terminal);
}

function readArguments({ options }: Command, args: string[]): Omit<Call, 'config'> {
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
