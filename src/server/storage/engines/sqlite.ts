/** The embedded database: one file, one connection, one writer at a time. */
import { Database as BunSqlite } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { Log } from '../../log.ts';
import { createPrivateFolder } from '../../private-folder.ts';
import { StartError } from '../../start-error.ts';
import { migrationsFor } from '../migrations/all-migrations.ts';
import { migrate } from '../migrations/migrate.ts';
import { type Schema, viewsOf, type Writer } from '../schema.ts';
import { BunSqliteDialect } from './bun-sqlite-dialect.ts';
import { noteFailedQuery } from './outage-tracking.ts';
import { createVersionCheck, hasNewestSchema, readNewestMigration } from './ownership.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { watchForDamage } from './sqlite-damage.ts';
import { APPLICATION_ID, applicationIdOf, BUSY_TIMEOUT, inspectFile, unopenable } from './sqlite-file.ts';
import { createWriteWatch, type WriteWatchOptions } from './write-watch.ts';

/** Older versions can, rarely, lose a write when a checkpoint runs with another connection open. */
const OLDEST_SQLITE = '3.51.3';

interface SqliteOptions extends WriteWatchOptions {
  /** How long a write waits for another process, in milliseconds. */
  timeout: number;
}

const OPTIONS: SqliteOptions = { timeout: BUSY_TIMEOUT, trustedFor: 5_000, tryEvery: 1_000 };
/** A health check must return soon. */
const PROBE_TIMEOUT = 1_000;
/** Writes a row without changing it. */
const PROBE = [CompiledQuery.raw('update feed_state set head = head')];
/** During an outage the probe writes as much as a large change: a full disk may still have room for a few bytes. */
const PROBE_DURING_OUTAGE = [
  `delete from rate_limits where key glob 'write probe *'`,
  `insert into rate_limits values ('write probe ' || hex(zeroblob(32768)), 0, 0)`,
  `delete from rate_limits where key glob 'write probe *'`,
].map((statement) => CompiledQuery.raw(statement));
const READ_PROBE = CompiledQuery.raw('select head from feed_state');

export async function openSqlite(file: string, log?: Log, options = OPTIONS) {
  refuseOldSqlite();
  const contents = await inspectFile(file);
  const sqlite = openFile(file);
  const connection = new SqliteConnection(sqlite, {
    timeout: options.timeout,
    check: watchForDamage(file, sqlite),
    failed: (error) => watch.noteFailure(error),
  });
  const probeTimeout = Math.min(PROBE_TIMEOUT, options.timeout);
  const watch = createWriteWatch(
    async (isOutage) => {
      for (const query of isOutage ? PROBE_DURING_OUTAGE : PROBE)
        await connection.executeWithin(probeTimeout, query);
    },
    options,
    log,
  );
  const db = new Kysely<Schema>({
    dialect: new BunSqliteDialect(connection),
    log: noteFailedQuery,
  });
  const refuseNewer = createVersionCheck(log);
  const close = async () => {
    await watch.stop();
    await db.destroy();
  };
  try {
    if (!hasNewestSchema(contents)) await migrate(db, migrationsFor('sqlite'));
  } catch (error) {
    await close();
    throw error;
  }

  return {
    kind: 'sqlite' as const,
    ...viewsOf(db),
    write: <Result>(change: (tx: Writer) => Promise<Result>) =>
      db.transaction().execute(async (tx) => {
        refuseNewer(await readNewestMigration(tx));
        return change(tx);
      }),
    ping: watch.check,
    async pingForReads() {
      await connection.executeWithin(probeTimeout, READ_PROBE);
      refuseNewer(await readNewestMigration(db));
    },
    state: () => ({
      ...watch.state(),
      responds: true,
      writesWaiting: connection.waiting,
      connections: null,
    }),
    async sizeInBytes() {
      const size = sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
      const { rows } = await size.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    onFeedGrowth: () => () => {},
    close,
  };
}

function openFile(file: string): BunSqlite {
  try {
    createPrivateFolder(dirname(file));
    // Created here if it is new, readable only by this account: it will hold sessions and visitors' messages.
    closeSync(openSync(file, 'a', 0o600));
    const sqlite = new BunSqlite(file, { create: true, readwrite: true });
    sqlite.run(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
    // Before the switch to WAL, so that it is written to the file itself at once.
    if (applicationIdOf(sqlite) !== APPLICATION_ID) sqlite.run(`pragma application_id = ${APPLICATION_ID}`);
    sqlite.run('pragma journal_mode = wal');
    sqlite.run('pragma synchronous = full');
    sqlite.run('pragma foreign_keys = on');
    // The first read creates the files beside it.
    sqlite.run('select count(*) from sqlite_schema');
    // From here on `SqliteConnection` waits, which does not block the process.
    sqlite.run('pragma busy_timeout = 0');
    return sqlite;
  } catch (error) {
    throw unopenable(file, error);
  }
}

/** Asks a database in memory, so that an old version does not open the file. */
function readSqliteVersion(): string {
  using sqlite = new BunSqlite(':memory:');
  const row = sqlite.query<{ version: string }, []>('select sqlite_version() as version').get();
  return row?.version ?? 'unknown';
}

/** It does not change while the process runs. */
let sqliteVersion: string | undefined;

function refuseOldSqlite(): void {
  sqliteVersion ??= readSqliteVersion();
  if (!isAtLeast(sqliteVersion, OLDEST_SQLITE)) {
    throw new StartError(`SQLite ${OLDEST_SQLITE} or newer is needed, this is ${sqliteVersion}.`);
  }
}

export function isAtLeast(version: string, oldest: string): boolean {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0;
}
