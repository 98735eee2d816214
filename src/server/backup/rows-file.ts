/** A file of rows: one JSON line for each, compressed; PostgreSQL itself writes and reads the values. */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { codeOf } from '../errors.ts';
import type { Schema } from '../storage/schema.ts';
import { CopyRefused } from './copy-refused.ts';
import type { Facts } from './facts.ts';
import { linesOf } from './lines.ts';
import { batchesOf, type TableRow } from './row-batches.ts';

/** Rows per fetch: a row of a restored copy may have a mebibyte. */
const ROWS_PER_FETCH = 100;
const lineSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.json()) });

/** A table's rows as JSON texts, in batches, by a cursor of the transaction. */
export async function* readRows(tx: Kysely<Schema>, table: string): AsyncGenerator<string[]> {
  await sql`declare table_rows no scroll cursor for
    select row_to_json(r)::text as json from ${sql.table(table)} r`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(ROWS_PER_FETCH)} from table_rows`.execute(
      tx,
    );
    if (rows.length === 0) break;
    yield rows.map(({ json }) => json);
  }
  await sql`close table_rows`.execute(tx);
}

export async function insertRows(db: Kysely<Schema>, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.table(table);
  const json = `[${rows.join(',')}]`;
  await sql`insert into ${name}
    select * from json_populate_recordset(null::${name}, ${json}::text::json)`.execute(db);
}

export async function writeRowsFile(
  tx: Kysely<Schema>,
  { rows }: Facts,
  target: string,
  report: (fraction: number) => void,
): Promise<void> {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  let written = 0;
  async function* lines(): AsyncGenerator<string> {
    for (const table of Object.keys(rows)) {
      for await (const batch of readRows(tx, table)) {
        yield batch.map((row) => `{"table":${JSON.stringify(table)},"row":${row}}\n`).join('');
        written += batch.length;
        report(written / total);
      }
    }
  }
  await pipeline(lines, createGzip(), createWriteStream(target, { mode: 0o600 }));
}

/** Loads only into the given tables, which must be empty and have the schema of the file. */
export async function loadRowsFile(
  db: Kysely<Schema>,
  file: string,
  tables: readonly string[],
): Promise<void> {
  const load = async (source: AsyncIterable<Buffer>) => {
    for await (const { table, rows } of batchesOf(rowsOf(source))) {
      if (!tables.includes(table))
        throw new CopyRefused(`The copy has rows for ${table}, which is not a table of ours.`);
      await insertRows(db, table, rows);
    }
  };
  await pipeline(createReadStream(file), createGunzip(), load).catch((error) => {
    if (!codeOf(error)?.startsWith('Z_')) throw error;
    throw new CopyRefused(`The copy cannot be decompressed: ${error.message}.`);
  });
}

async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  for await (const line of linesOf(source)) {
    const { table, row } = readLine(line);
    yield { table, row: JSON.stringify(row) };
  }
}

function readLine(line: string): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    throw new CopyRefused('A line of the copy is not readable.');
  }
}
