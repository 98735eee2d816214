/** Commands that import and export results as CSV. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ImportReport } from '../contract/import.ts';
import {
  ADMIN_CSV_HEADER,
  adminCsvLine,
  MOST_PROBLEMS,
  PUBLIC_CSV_HEADER,
  publicCsvLine,
} from '../core/csv.ts';
import { toCsvDraw } from '../server/api/csv-response.ts';
import { importCsv, previewCsvImport } from '../server/services/draws/import-csv.ts';
import { streamDraws } from '../server/storage/draws/draws-store.ts';
import { streamPublishedDraws } from '../server/storage/public-reads.ts';
import type { Reader } from '../server/storage/schema.ts';
import { type Command, CommandFailed, onlyArgument, UsageError } from './command.ts';
import { expectDatabase, OPERATOR, withInstallation } from './installation.ts';
import { writeFileAtOnce } from './write-file.ts';

const PRIVATE_MODE = 0o600;
/** The umask is applied to it. */
const PUBLIC_MODE = 0o666;

export const importCsvCommand: Command = {
  usage: 'FILE [--yes]',
  summary: 'import results from a CSV file',
  details: [
    'Shows what would be imported, and changes nothing without --yes. FILE may be - for standard input.',
    'A file with a problem is not imported. Large files are stored in pieces, while a server goes on working.',
    'Accepts both export formats: without a Status column every row is a published result.',
    `The first line must be: ${PUBLIC_CSV_HEADER}`,
  ],
  options: { yes: { type: 'boolean' } },
  async run(call, { say, print, readInput }) {
    const file = onlyArgument(call, 'FILE');
    const text = file === '-' ? await readInput() : await readText(file);
    expectDatabase(call.config);
    await withInstallation(call.config, async ({ services }) => {
      say('Checking the file');
      const preview = await previewCsvImport(services, text);
      if (preview.problems.length > 0) throw new CommandFailed(describeProblems(preview));
      if (!call.flag('yes')) {
        print(`Would import ${describeCounts(preview)}.`);
        say('Nothing was changed. To import them, add --yes.');
        return;
      }
      say('Importing');
      print(`Imported ${describeCounts(await importCsv(services, text, OPERATOR))}.`);
    });
  },
};

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandFailed(`${file} cannot be read: ${error.message}`);
  });
}

const describeProblems = ({ problems }: ImportReport): string =>
  [
    ...problems.map(({ line, message }) => `Line ${line}: ${message}`),
    `Nothing was imported: ${problems.length === MOST_PROBLEMS ? 'at least ' : ''}${count(problems.length, 'problem')}.`,
  ].join('\n');

const describeCounts = ({ published, drafts }: ImportReport): string =>
  `${count(published, 'published result')} and ${count(drafts, 'draft')}`;

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

export const exportCsvCommand: Command = {
  usage: '[FILE] [--all] [--force]',
  summary: 'export results as CSV, newest first',
  details: [
    'Without FILE it goes to standard output.',
    'With --all drafts are exported as well, and a Status column tells them apart; only you can read that file.',
    'A file that is there already is replaced only with --force.',
  ],
  options: { all: { type: 'boolean' }, force: { type: 'boolean' } },
  async run(call, { say, write }) {
    const [file, ...others] = call.positionals;
    if (others.length > 0) throw new UsageError('Too much was given: only one FILE is expected.');
    if (file !== undefined && existsSync(file) && !call.flag('force')) {
      throw new CommandFailed(`${file} is there already. To replace it, add --force.`);
    }
    expectDatabase(call.config);
    const exported = await withInstallation(call.config, ({ services: { database } }) => {
      const [lines, mode] = call.flag('all')
        ? [adminLines(database.db), PRIVATE_MODE]
        : [publicLines(database.db), PUBLIC_MODE];
      return file === undefined ? writeLines(lines, write) : writeToFile(lines, file, mode);
    });
    say(`Exported ${count(exported, 'result')}.`);
  },
};

async function* publicLines(db: Reader): AsyncGenerator<string[]> {
  yield [PUBLIC_CSV_HEADER];
  for await (const draws of streamPublishedDraws(db)) {
    yield draws.map((draw) => publicCsvLine(toCsvDraw(draw)));
  }
}

async function* adminLines(db: Reader): AsyncGenerator<string[]> {
  yield [ADMIN_CSV_HEADER];
  for await (const draws of streamDraws(db, {})) {
    yield draws.map((draw) => adminCsvLine({ ...toCsvDraw(draw), published: draw.published }));
  }
}

/** Returns the number of lines after the header. */
async function writeLines(
  lines: AsyncGenerator<string[]>,
  write: (text: string) => Promise<unknown>,
): Promise<number> {
  let written = 0;
  for await (const batch of lines) {
    await write(textOf(batch));
    written += batch.length;
  }
  return written - 1;
}

const writeToFile = (lines: AsyncGenerator<string[]>, file: string, mode: number): Promise<number> =>
  writeFileAtOnce(file, (handle) => writeLines(lines, (text) => handle.appendFile(text)), mode);

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
