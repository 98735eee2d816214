/** Compares the schema of a copy of the embedded database with the one that our migrations make. */
import { Database as BunSqlite } from 'bun:sqlite';
import { Kysely } from 'kysely';
import { BunSqliteDialect } from '../storage/engines/bun-sqlite-dialect.ts';
import { APPLICATION_ID } from '../storage/engines/sqlite-file.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import type { Schema } from '../storage/schema.ts';
import { copiedMigrations } from './copied-migrations.ts';
import { CopyRefused } from './copy-refused.ts';
import { findSchemaDifferences, type SchemaObjects } from './schema-differences.ts';

/** Created by ANALYZE, which an operator may run; these texts are SQLite's own. */
const STATISTICS = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
];

/** Reads only the list of objects: no trigger, view or expression of the file is run. */
export async function refuseOtherSqliteSchema(
  copy: string,
  file: string,
  migrations: readonly string[],
): Promise<void> {
  const differences = findSchemaDifferences(await describeOurSchema(migrations), describeFile(copy, file));
  if (differences.length > 0) {
    throw new CopyRefused(`${copy} has another schema than ours: ${differences.join('; ')}.`);
  }
}

export async function describeOurSchema(migrations: readonly string[]): Promise<SchemaObjects> {
  const sqlite = new BunSqlite(':memory:');
  const db = new Kysely<Schema>({ dialect: new BunSqliteDialect(sqlite) });
  try {
    sqlite.run(`pragma application_id = ${APPLICATION_ID}`);
    await migrate(db, copiedMigrations('sqlite', migrations));
    return describeSchema(sqlite);
  } finally {
    await db.destroy();
  }
}

function describeFile(copy: string, file: string): SchemaObjects {
  try {
    using sqlite = openUntrusted(file);
    return describeSchema(sqlite);
  } catch (error) {
    throw new CopyRefused(`${copy} cannot be read as a database: ${(error as Error).message}.`);
  }
}

/** For files that others may have made: read-only, and what their schema calls is limited to harmless functions. */
export function openUntrusted(file: string): BunSqlite {
  const sqlite = new BunSqlite(file, { readonly: true });
  sqlite.run('pragma trusted_schema = off');
  return sqlite;
}

function describeSchema(sqlite: BunSqlite): SchemaObjects {
  const rows = sqlite
    .query<{ type: string; name: string; tbl_name: string; sql: string | null }, []>(
      'select type, name, tbl_name, sql from sqlite_schema',
    )
    .all()
    .filter(({ sql }) => sql === null || !STATISTICS.includes(sql));
  const objects = new Map<string, string>();
  for (const { type, name, tbl_name, sql } of rows) {
    const label = `${type} ${name}`;
    objects.set(objects.has(label) ? `a second ${label}` : label, `${tbl_name}: ${sql}`);
  }
  for (const pragma of ['application_id', 'user_version']) {
    objects.set(pragma, JSON.stringify(sqlite.query(`pragma ${pragma}`).get()));
  }
  return objects;
}
