/** A file of rows: one JSON line for each, compressed; PostgreSQL itself writes and reads the values. */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ISql } from 'postgres';
import { z } from 'zod';
import { CopyRefused } from './copy-refused.ts';
import type { Facts } from './facts.ts';
import { linesOf } from './lines.ts';
import { codeOf } from './regular-file.ts';
import { batchesOf, type TableRow } from './row-batches.ts';

/** A row of a restored copy may have a mebibyte, and so many are held at once. */
const READ_TOGETHER = 100;
const lineSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.json()) });

/** A table's rows as JSON texts, in batches. */
export async function* readRows(sql: ISql, table: string): AsyncGenerator<string[]> {
  const rows = sql<{ json: string }[]>`select row_to_json(r)::text as json from ${sql(table)} r`;
  for await (const batch of rows.cursor(READ_TOGETHER)) yield batch.map(({ json }) => json);
}

export async function insertRows(sql: ISql, table: string, rows: readonly string[]): Promise<void> {
  await sql`insert into ${sql(table)}
    select * from json_populate_recordset(null::${sql(table)}, ${`[${rows.join(',')}]`}::text::json)`;
}

export async function writeRowsFile(
  sql: ISql,
  { rows }: Facts,
  target: string,
  report: (fraction: number) => void,
): Promise<void> {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  let written = 0;
  async function* lines(): AsyncGenerator<string> {
    for (const table of Object.keys(rows)) {
      for await (const batch of readRows(sql, table)) {
        yield batch.map((row) => `{"table":${JSON.stringify(table)},"row":${row}}\n`).join('');
        written += batch.length;
        report(written / total);
      }
    }
  }
  await pipeline(lines, createGzip(), createWriteStream(target, { mode: 0o600 }));
}

/** Into these empty tables, and no others, as they were when the file was written. */
export async function loadRowsFile(sql: ISql, file: string, tables: readonly string[]): Promise<void> {
  const load = async (source: AsyncIterable<Buffer>) => {
    for await (const { table, rows } of batchesOf(rowsOf(source))) {
      if (!tables.includes(table))
        throw new CopyRefused(`The copy has rows for ${table}, which is not a table of ours.`);
      await insertRows(sql, table, rows);
    }
  };
  await pipeline(createReadStream(file), createGunzip(), load).catch((error) => {
    if (!String(codeOf(error)).startsWith('Z_')) throw error;
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
