/** The migrations that had been run on the original of a copy, by the names in its manifest. */
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../../contract/health.ts';
import { MIGRATION_NAMES, migrationsFor } from '../storage/migrations/all-migrations.ts';
import { CopyRefused } from './copy-refused.ts';

/** Refuses a list with gaps: no version of the program can have made such a database. */
export function copiedMigrations(kind: DatabaseKind, names: readonly string[]): Record<string, Migration> {
  if (names.length === 0 || names.some((name, index) => name !== MIGRATION_NAMES[index])) {
    throw new CopyRefused(
      `The copy was made with migrations that do not follow each other: ${names.join(', ')}.`,
    );
  }
  const known = Object.entries(migrationsFor(kind));
  return Object.fromEntries(known.filter(([name]) => names.includes(name)));
}
