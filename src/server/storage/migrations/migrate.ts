/** Migrates a database to the newest schema in one transaction, one process at a time. */
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, type Migration, Migrator } from 'kysely/migration';
import type { Schema } from '../schema.ts';

type Migrations = Record<string, Migration>;

const LOCK = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID };

export const migrate = (
  db: Kysely<Schema>,
  migrations: Migrations,
  migrationTableSchema?: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Kysely creates its own tables before it locks; two processes must not do that at once.
    await tx.getExecutor().adapter.acquireMigrationLock(tx, LOCK);
    const provider = { getMigrations: async () => migrations };
    const migrator = new Migrator({
      db: tx,
      provider,
      ...(migrationTableSchema && { migrationTableSchema }),
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });

/** Uses the current schema of the connection: otherwise tables of another schema would count as ours. */
export async function migratePostgres(db: Kysely<Schema>, migrations: Migrations): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  await migrate(db, migrations, rows[0]?.name);
}
