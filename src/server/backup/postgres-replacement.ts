/** Replaces all rows of a PostgreSQL database in one transaction, also while nodes are running. */
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../storage/engines/database.ts';
import type { Schema } from '../storage/schema.ts';
import { CopyRefused } from './copy-refused.ts';
import { holdsContent, readLogNumber } from './facts.ts';
import { inspectPostgres, withConnection } from './postgres-copy.ts';
import { describePostgresSchema } from './postgres-schema.ts';
import { emptyTables } from './postgres-scratch.ts';
import { insertRows, readRows } from './rows-file.ts';
import { findSchemaDifferences } from './schema-differences.ts';

export const isEmptyPostgres = (url: string): Promise<boolean> =>
  withConnection(url, async (db) => !(await holdsContent(inspectPostgres(db))));

export const readPostgresLogNumber = (url: string): Promise<number> =>
  withConnection(url, (db) => readLogNumber(inspectPostgres(db)));

export async function replacePostgres(scratchUrl: string, url: string): Promise<void> {
  // Both must have the newest schema; refuses a database that is not ours.
  await (await openDatabase({ kind: 'postgres', url })).close();
  await withConnection(scratchUrl, (scratch) =>
    withConnection(url, async (target) => {
      await refuseOtherSchema(scratch, target);
      await scratch.transaction().execute((source) =>
        target.transaction().execute(async (tx) => {
          // First the table that every writer locks first: the current writer finishes, all others wait.
          await sql`lock table feed_state in access exclusive mode`.execute(tx);
          const tables = await inspectPostgres(tx).tables();
          await emptyTables(tx, tables);
          for (const table of tables) {
            for await (const rows of readRows(source, table)) await insertRows(tx, table, rows);
          }
        }),
      );
    }),
  );
}

/** Only the rows are replaced, not the schema: an added trigger would run on the restored rows. */
async function refuseOtherSchema(scratch: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  const differences = findSchemaDifferences(
    await describePostgresSchema(scratch),
    await describePostgresSchema(target),
  );
  if (differences.length > 0) {
    throw new CopyRefused(
      `The database to be replaced has another schema than ours: ${differences.join('; ')}. Correct that, or restore into an empty database.`,
    );
  }
}
