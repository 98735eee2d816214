/** Copies of a PostgreSQL database, taken in one snapshot: by pg_dump where it fits, otherwise row by row. */
import { type Kysely, sql } from 'kysely';
import { MIGRATION_TABLE } from '../storage/engines/ownership.ts';
import { openSingleConnection } from '../storage/engines/postgres.ts';
import type { Schema } from '../storage/schema.ts';
import { type Facts, type Inspectable, readFacts } from './facts.ts';
import { dumpDatabase, type PgTools } from './pg-tools.ts';
import { writeRowsFile } from './rows-file.ts';

export async function withConnection<Result>(
  url: string,
  work: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const db = openSingleConnection(url);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export function inspectPostgres(db: Kysely<Schema>): Inspectable {
  const query = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  const namesFrom = async (text: string) => (await query(text)).map((row) => String(row['name']));
  return {
    query,
    // A table that refers to another was created after it.
    tables: () =>
      namesFrom(`select relname as name from pg_class where relkind = 'r'
        and relnamespace = current_schema()::regnamespace
        and relname not like '${MIGRATION_TABLE}%' order by oid`),
    findDamage: () =>
      namesFrom(`select format('constraint %s of %s does not hold', conname, conrelid::regclass) as name
        from pg_constraint where connamespace = current_schema()::regnamespace and not convalidated`),
  };
}

export const copyPostgres = (
  url: string,
  target: string,
  tools: PgTools | null,
  report: (fraction: number) => void,
): Promise<Facts> =>
  withConnection(url, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // While pg_dump works, this connection, which holds the snapshot, is idle.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        const facts = await readFacts(inspectPostgres(tx));
        if (!tools) {
          await writeRowsFile(tx, facts, target, report);
          return facts;
        }
        const exported = await sql<{ id: string; schema: string }>`
          select pg_export_snapshot() as id, current_schema() as schema`.execute(tx);
        const [snapshot] = exported.rows;
        if (!snapshot) throw new Error('no snapshot');
        await dumpDatabase(tools, url, snapshot, target);
        return facts;
      }),
  );
