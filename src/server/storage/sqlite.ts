/** The embedded database: one file, one connection, one writer at a time. */
import { Database as BunSqlite } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Log } from '../log.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { StartError } from '../start-error.ts';
import { BunSqliteDialect } from './bun-sqlite-dialect.ts';
import { noteFailedQuery } from './met-outage.ts';
import { migrate } from './migrate.ts';
import { migrationsFor } from './migrations/all-migrations.ts';
import type { Schema, Writer } from './schema.ts';
import { waitWhileBusy } from './sqlite-failures.ts';
import {
  APPLICATION_ID,
  applicationIdOf,
  BUSY_TIMEOUT,
  refuseForeignFile,
  unopenable,
  watchPlace,
} from './sqlite-file.ts';
import { createWriteWatch, type WriteWatchOptions } from './write-watch.ts';

/** Versions before this one can, rarely, lose a write when a checkpoint meets another connection. */
const OLDEST_SQLITE = '3.51.3';

export interface SqliteOptions extends WriteWatchOptions {
  /** How long a write waits for another process, in milliseconds. */
  patience: number;
}

const OPTIONS: SqliteOptions = { patience: BUSY_TIMEOUT, trustedFor: 5_000, tryEvery: 1_000 };
/** Who asks whether the database is well wants to know soon. */
const PROBE_PATIENCE = 1_000;

export async function openSqlite(file: string, log?: Log, options = OPTIONS) {
  refuseOldSqlite();
  await refuseForeignFile(file);
  const db = new Kysely<Schema>({
    dialect: new BunSqliteDialect(openFile(file)),
    log: noteFailedQuery,
  });
  try {
    await waitWhileBusy(BUSY_TIMEOUT, () => migrate(db, migrationsFor('sqlite')));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const refuseIfMoved = watchPlace(file);

  const run = <Result>(patience: number, change: (tx: Writer) => Promise<Result>): Promise<Result> =>
    waitWhileBusy(patience, () => {
      refuseIfMoved();
      return db.transaction().execute(change);
    });
  /** Writes a row as it is. */
  const probe = () =>
    run(Math.min(PROBE_PATIENCE, options.patience), (tx) =>
      tx
        .updateTable('feed_state')
        .set((eb) => ({ head: eb.ref('head') }))
        .execute(),
    );
  const watch = createWriteWatch(probe, options, log);

  return {
    kind: 'sqlite' as const,
    db,
    write: <Result>(change: (tx: Writer) => Promise<Result>) =>
      watch.observe(() => run(options.patience, change)),
    ping: watch.check,
    async sizeInBytes() {
      const size = sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
      const { rows } = await size.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    onFeedGrowth: () => () => {},
    async close() {
      await watch.stop();
      await db.destroy();
    },
  };
}

function openFile(file: string): BunSqlite {
  try {
    makePrivateFolder(dirname(file));
    // Made by us if it is new: it will hold sessions and what visitors wrote, for nobody else to read.
    closeSync(openSync(file, 'a', 0o600));
    const sqlite = new BunSqlite(file, { create: true, readwrite: true });
    sqlite.run(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
    // Before the switch to WAL, so that it stands in the file itself from the first moment.
    if (applicationIdOf(sqlite) !== APPLICATION_ID) sqlite.run(`pragma application_id = ${APPLICATION_ID}`);
    sqlite.run('pragma journal_mode = wal');
    sqlite.run('pragma synchronous = full');
    sqlite.run('pragma foreign_keys = on');
    // From here on `waitWhileBusy` waits, which does not stop the process meanwhile.
    sqlite.run('pragma busy_timeout = 0');
    return sqlite;
  } catch (error) {
    throw unopenable(file, error);
  }
}

/** Asked of a database in memory: the file is not opened by a version that might harm it. */
function refuseOldSqlite(): void {
  using sqlite = new BunSqlite(':memory:');
  const row = sqlite.query<{ version: string }, []>('select sqlite_version() as version').get();
  const version = row?.version ?? 'unknown';
  if (!isAtLeast(version, OLDEST_SQLITE)) {
    throw new StartError(`SQLite ${OLDEST_SQLITE} or newer is needed, this is ${version}.`);
  }
}

export function isAtLeast(version: string, oldest: string): boolean {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0;
}
