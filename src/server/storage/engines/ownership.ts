/** Checks that a database is new or was created by this or an older version. Any other is left untouched. */
import { type QueryExecutorProvider, sql } from 'kysely';
import { PRODUCT_NAME } from '../../../core/branding.ts';
import { NodeOutdated } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { StartError } from '../../start-error.ts';
import { MIGRATION_NAMES } from '../migrations/all-migrations.ts';

/** Kysely's own tables, which it creates before the first migration. */
export const MIGRATION_TABLE = 'kysely_migration';
const MIGRATION_LOCK_TABLE = 'kysely_migration_lock';

export interface DatabaseContents {
  tables: readonly string[];
  /** The names of the migrations that were run on it. */
  migrations: readonly string[];
}

export const foreignDatabase = (place: string): StartError =>
  new StartError(`${place} is not a database of ${PRODUCT_NAME}. It was left untouched.`);

/** Otherwise it has to be migrated. */
export const hasNewestSchema = ({ migrations }: DatabaseContents): boolean =>
  MIGRATION_NAMES.every((name) => migrations.includes(name));

export function refuseIfNotOurs(place: string, { tables, migrations }: DatabaseContents): void {
  const others = tables.filter((table) => table !== MIGRATION_TABLE && table !== MIGRATION_LOCK_TABLE);
  const [first = ''] = MIGRATION_NAMES;
  if (others.length > 0 && !migrations.includes(first)) throw foreignDatabase(place);
  if (migrations.length > 0 && !migrations.includes(first)) throw foreignDatabase(place);
  const newer = migrations.find((name) => !MIGRATION_NAMES.includes(name));
  if (newer) {
    throw new StartError(
      `${place} was made by a newer version of ${PRODUCT_NAME} (it has "${newer}"). It was left untouched.`,
    );
  }
}

/** The last migration that was run, for `refuseNewer`. */
export const NEWEST_MIGRATION = `select max(name) as newest from ${MIGRATION_TABLE}`;

export async function readNewestMigration(db: QueryExecutorProvider): Promise<string | null> {
  const { rows } = await sql.raw<{ newest: string | null }>(NEWEST_MIGRATION).execute(db);
  return rows[0]?.newest ?? null;
}

/** The returned function throws `NodeOutdated` for a migration of a newer version, and logs it once. */
export function createVersionCheck(log?: Log): (newest: string | null) => void {
  let logged: string | null = null;
  return (newest) => {
    if (newest === null || MIGRATION_NAMES.includes(newest)) return;
    if (newest !== logged)
      log?.error('a newer version has migrated the database: this node must be updated, and writes nothing', {
        migration: newest,
      });
    logged = newest;
    throw new NodeOutdated(newest);
  };
}
