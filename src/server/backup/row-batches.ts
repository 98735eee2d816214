/** Collects rows that are to be inserted together. */

export interface TableRow {
  table: string;
  /** As JSON. */
  row: string;
}

export interface RowBatch {
  table: string;
  rows: string[];
}

const MAX_ROWS = 500;
/** Limits the memory for many long rows. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Batches of one table each, limited in number and in size. */
export async function* batchesOf(rows: AsyncIterable<TableRow>): AsyncGenerator<RowBatch> {
  let batch: RowBatch | null = null;
  let characters = 0;
  for await (const { table, row } of rows) {
    const isFull = batch?.rows.length === MAX_ROWS || characters + row.length > MAX_CHARACTERS;
    if (batch && (batch.table !== table || isFull)) {
      yield batch;
      batch = null;
      characters = 0;
    }
    batch ??= { table, rows: [] };
    batch.rows.push(row);
    characters += row.length;
  }
  if (batch) yield batch;
}
