/** Looks at a database file without changing a byte of it, and refuses one that is not ours. */
import { Database as BunSqlite, constants } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';
import { foreignDatabase, MIGRATION_TABLE, refuseIfNotOurs } from './ownership.ts';

/** Stands in the header of our files; "SwCh" in ASCII. */
export const APPLICATION_ID = 0x53774368;

export function refuseForeignFile(file: string): void {
  if (sizeOf(file) === 0) return;
  const place = `The file ${file}`;
  const sqlite = openUnchanged(file);
  try {
    const namesFrom = (query: string) =>
      sqlite
        .query<{ name: string }, []>(query)
        .all()
        .map(({ name }) => name);
    const tables = namesFrom(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
    );
    const migrations = tables.includes(MIGRATION_TABLE)
      ? namesFrom(`select name from ${MIGRATION_TABLE}`)
      : [];
    const id = sqlite.query<{ application_id: number }, []>('pragma application_id').get()?.application_id;
    if (id !== APPLICATION_ID && (id !== 0 || tables.length > 0)) throw foreignDatabase(place);
    refuseIfNotOurs(place, { tables, migrations });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw foreignDatabase(place);
  } finally {
    sqlite.close(true);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Even a read-only connection leaves files beside a database in WAL mode, unless told that nobody writes to it.
 * When there is a log beside it already, somebody may, and the log must be read as well.
 */
function openUnchanged(file: string): BunSqlite {
  try {
    if (sizeOf(`${file}-wal`) > 0) return new BunSqlite(file, { readonly: true });
    const address = `${pathToFileURL(resolve(file)).href}?immutable=1`;
    return new BunSqlite(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  } catch (error) {
    throw new StartError(
      `The database file ${file} (in DATA_DIR) cannot be opened: ${(error as Error).message}.`,
    );
  }
}
