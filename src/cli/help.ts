/** The help, of all commands and of each. */
import { PRODUCT_NAME } from '../core/branding.ts';
import type { Command } from './command.ts';

const CALL = 'npm run cli --';

export function describeAll(commands: Readonly<Record<string, Command>>): string {
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

export const describeOne = (name: string, { usage, summary, details }: Command): string =>
  [
    `Usage: ${CALL} ${name} ${usage}`.trimEnd(),
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...details.map((line) => line.replace('{command}', name)),
  ].join('\n');
