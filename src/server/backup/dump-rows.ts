/** Takes the rows of a table out of a pg_dump archive; no SQL of the archive is ever run. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { CopyRefused } from './copy-refused.ts';
import { linesOf } from './lines.ts';
import { batchesOf, type TableRow } from './row-batches.ts';
import { insertRows } from './rows-file.ts';

const UTF8 = "SET client_encoding = 'UTF8';";
const START_OF_ROWS = /^COPY .+ \((.*)\) FROM stdin;$/;
const END_OF_ROWS = '\\.';
const NULL = '\\N';
const CONTROL_CHARACTERS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** `script` is what pg_restore writes for the data of this one table. */
export async function loadTableData(
  db: Kysely<Schema>,
  table: string,
  script: AsyncIterable<Uint8Array>,
): Promise<void> {
  const columns = await readColumns(db, table);
  const rows = rowsOf(fieldsOf(script, table, columns), table);
  for await (const batch of batchesOf(rows)) await insertRows(db, table, batch.rows);
}

async function* rowsOf(source: AsyncIterable<Field[]>, table: string): AsyncGenerator<TableRow> {
  for await (const fields of source) yield { table, row: JSON.stringify(Object.fromEntries(fields)) };
}

async function readColumns(db: Kysely<Schema>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = (select oid from pg_class
      where relname = ${table} and relnamespace = current_schema()::regnamespace)
    and attnum > 0 and not attisdropped`.execute(db);
  return rows.map(({ name }) => name);
}

type Field = readonly [column: string, value: string | null];

/** Reads the script to its end: a tool whose output is cut off reports a failure. */
async function* fieldsOf(
  script: AsyncIterable<Uint8Array>,
  table: string,
  expected: readonly string[],
): AsyncGenerator<Field[]> {
  let isUtf8 = false;
  let columns: string[] | null = null;
  let hasEnded = false;
  for await (const line of linesOf(script)) {
    if (hasEnded) continue;
    if (columns === null) {
      isUtf8 ||= line === UTF8;
      columns = readStart(line);
      if (columns && (!isUtf8 || !haveSameNames(columns, expected))) break;
    } else if (line === END_OF_ROWS) hasEnded = true;
    else yield readRow(line, columns);
  }
  if (!hasEnded) throw new CopyRefused(`The copy has no readable rows for table ${table}.`);
}

function readStart(line: string): string[] | null {
  const [, names] = START_OF_ROWS.exec(line) ?? [];
  return names?.split(', ').map((name) => name.replace(/^"(.*)"$/, '$1')) ?? null;
}

const haveSameNames = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join();

function readRow(line: string, columns: readonly string[]): Field[] {
  const values = line.split('\t');
  if (values.length !== columns.length) throw new CopyRefused('A line of the copy is not readable.');
  return columns.map((column, index) => [column, readValue(values[index] ?? '')]);
}

const readValue = (text: string): string | null =>
  text === NULL ? null : text.replace(/\\(.)/g, (_, letter: string) => CONTROL_CHARACTERS[letter] ?? letter);
