/** A database with the schema of an older version, for tests of migrations and of old copies. */
import { Database as BunSqlite } from 'bun:sqlite';
import { Kysely, sql } from 'kysely';
import { BunSqliteDialect } from '../../src/server/storage/engines/bun-sqlite-dialect.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import { openSingleConnection } from '../../src/server/storage/engines/postgres.ts';
import { APPLICATION_ID } from '../../src/server/storage/engines/sqlite-file.ts';
import { migrationsFor } from '../../src/server/storage/migrations/all-migrations.ts';
import { migrate, migratePostgres } from '../../src/server/storage/migrations/migrate.ts';
import type { Schema } from '../../src/server/storage/schema.ts';

/** Runs the migrations before the given one in an empty database, and then the statements. */
export async function createFormerDatabase(
  location: DatabaseLocation,
  { before, statements }: { before: string; statements: readonly string[] },
): Promise<void> {
  const migrations = Object.entries(migrationsFor(location.kind)).filter(([name]) => name < before);
  const [db, run] =
    location.kind === 'sqlite'
      ? [new Kysely<Schema>({ dialect: new BunSqliteDialect(new BunSqlite(location.file)) }), migrate]
      : [openSingleConnection(location.url), migratePostgres];
  if (location.kind === 'sqlite') await sql.raw(`pragma application_id = ${APPLICATION_ID}`).execute(db);
  await run(db, Object.fromEntries(migrations));
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}
