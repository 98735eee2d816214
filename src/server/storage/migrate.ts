/** Brings a database to the newest schema: all of it or, when a step fails, nothing. */
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Schema } from './schema.ts';

type Migrations = Record<string, Migration>;

export async function migrate(
  db: Kysely<Schema>,
  migrations: Migrations,
  migrationTableSchema?: string,
): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db, provider, ...(migrationTableSchema && { migrationTableSchema }) });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** In the schema that the connection works in: otherwise another one's tables would pass for ours. */
export async function migratePostgres(db: Kysely<Schema>, migrations: Migrations): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  await migrate(db, migrations, rows[0]?.name);
}
