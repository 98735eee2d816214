/** Reads what a database file contains without changing it, and refuses one that is not ours. */
import { Database as BunSqlite, constants, SQLiteError } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { StartError } from '../../start-error.ts';
import { type DatabaseContents, foreignDatabase, MIGRATION_TABLE, refuseIfNotOurs } from './ownership.ts';

/** In the header of our files; "SwCh" in ASCII. */
export const APPLICATION_ID = 0x53774368;

/** How long to wait for another process, in milliseconds. */
export const BUSY_TIMEOUT = 5_000;

/** Another process may be creating the file right now, so a failed inspection is repeated once. */
const RETRY_AFTER = 250;

export async function inspectFile(file: string): Promise<DatabaseContents> {
  try {
    return inspect(file);
  } catch {
    await sleep(RETRY_AFTER);
    return inspect(file);
  }
}

export const unopenable = (file: string, error: unknown): StartError =>
  new StartError(`The database file ${file} (in DATA_DIR) cannot be opened: ${(error as Error).message}.`);

function inspect(file: string): DatabaseContents {
  if (sizeOf(file) === 0) return { tables: [], migrations: [] };
  const place = `The file ${file}`;
  try {
    using sqlite = openUnchanged(file);
    sqlite.run(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
    const tables = namesFrom(
      sqlite,
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
    );
    const migrations = tables.includes(MIGRATION_TABLE)
      ? namesFrom(sqlite, `select name from ${MIGRATION_TABLE}`)
      : [];
    const id = applicationIdOf(sqlite);
    if (id !== APPLICATION_ID && (id !== 0 || tables.length > 0)) throw foreignDatabase(place);
    const contents = { tables, migrations };
    refuseIfNotOurs(place, contents);
    return contents;
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof SQLiteError && error.code === 'SQLITE_NOTADB') throw foreignDatabase(place);
    throw unopenable(file, error);
  }
}

/** Returns 0 for a file that cannot be read: opening it will report why. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * Even a read-only connection creates files beside a database in WAL mode, unless it is opened as immutable. When
 * there is already a WAL file, a process may be writing, and the WAL must be read as well.
 */
function openUnchanged(file: string): BunSqlite {
  if (sizeOf(`${file}-wal`) > 0) return new BunSqlite(file, { readonly: true });
  const address = `${pathToFileURL(resolve(file)).href}?immutable=1`;
  return new BunSqlite(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
}

const namesFrom = (sqlite: BunSqlite, query: string): string[] =>
  sqlite
    .query<{ name: string }, []>(query)
    .all()
    .map(({ name }) => name);

export const applicationIdOf = (sqlite: BunSqlite): number | undefined =>
  sqlite.query<{ application_id: number }, []>('pragma application_id').get()?.application_id;
