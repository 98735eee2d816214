/** Staff import results from a CSV file, with a preview. */
import { setImmediate } from 'node:timers/promises';
import type { ImportReport } from '../../../contract/import.ts';
import type { Actor } from '../../../core/actor.ts';
import { type CsvProblem, type CsvReading, type CsvRow, readDrawsCsvByLine } from '../../../core/csv.ts';
import { AppError } from '../../errors.ts';
import type { ServiceContext } from '../context.ts';
import { findImportConflicts, type ImportConflict, importDraws } from './import-draws.ts';

/** Stores nothing; the report names everything that prevents the import. */
export async function previewCsvImport({ database }: ServiceContext, text: string): Promise<ImportReport> {
  const reading = await readInSlices(text);
  const dry = { dryRun: true, importId: null, created: null };
  if (!reading.ok) return { ...dry, published: 0, drafts: 0, problems: reading.problems };
  const conflicts = await findImportConflicts(database.db, reading.draws);
  return { ...dry, ...countDraws(reading.draws), problems: problemsOf(conflicts) };
}

/** So many lines take a few milliseconds. */
const LINES_PER_SLICE = 500;

/** Other requests run between the slices. */
async function readInSlices(text: string): Promise<CsvReading> {
  const lines = readDrawsCsvByLine(text);
  for (let read = 1; ; read += 1) {
    const line = lines.next();
    if (line.done) return line.value;
    if (read % LINES_PER_SLICE === 0) await setImmediate();
  }
}

/** Stores all draws of the file, or refuses the file as a whole. */
export async function importCsv(
  services: ServiceContext,
  text: string,
  actor: Actor,
  options: { checkApproval?: boolean } = {},
): Promise<ImportReport> {
  const reading = await readInSlices(text);
  if (!reading.ok) throw refusal(reading.problems);
  const outcome = await importDraws(services, reading.draws, actor, options);
  if (!outcome.ok) throw refusal(problemsOf(outcome.conflicts));
  const { importId, imported: created } = outcome;
  return { dryRun: false, importId, created, ...countDraws(reading.draws), problems: [] };
}

const countDraws = (draws: readonly CsvRow[]) => {
  const published = draws.filter((draw) => draw.published).length;
  return { published, drafts: draws.length - published };
};

const problemsOf = (conflicts: readonly ImportConflict<CsvRow>[]): CsvProblem[] =>
  conflicts.map(({ draw, message }) => ({ line: draw.line, message }));

const refusal = (problems: readonly CsvProblem[]): AppError =>
  new AppError('invalid', {
    errors: Object.fromEntries(
      problems.map(({ line, message }) => [`line ${line}`, `Line ${line}: ${message}`]),
    ),
  });
