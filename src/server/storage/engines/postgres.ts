/** PostgreSQL: any number of nodes, one writer at a time, so that the feed is in commit order. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { HOUR, MINUTE, SECOND } from '../../../core/ist-time.ts';
import { causeFields, DatabaseDown } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { StartError } from '../../start-error.ts';
import { migrationsFor } from '../migrations/all-migrations.ts';
import { migratePostgres } from '../migrations/migrate.ts';
import { type Reader, type Schema, viewsOf } from '../schema.ts';
import { createFailureReport } from './failure-report.ts';
import {
  createVersionCheck,
  type DatabaseContents,
  hasNewestSchema,
  MIGRATION_TABLE,
  refuseIfNotOurs,
} from './ownership.ts';
import { PostgresConnections } from './postgres-connections.ts';
import { watchPostgres } from './postgres-watch.ts';
import { createPostgresWriter, readClock } from './postgres-write.ts';
import { WriteQueue } from './write-queue.ts';

/** Any number that no other program locks. */
const MIGRATION_LOCK = 0x53774368;

class TransactionLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TransactionLockAdapter();
  }
}

/** A session lock would stay with its connection, which a pooler may give to another client. */
class TransactionLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(tx: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
  }

  override async releaseMigrationLock(): Promise<void> {}
}

export const MAX_CONNECTIONS = 10;
const QUERY_DEADLINE = 5 * SECOND;
/** It may change a large table, or wait for another node that does. */
const MIGRATION_DEADLINE = 10 * MINUTE;
/** The server as a whole has five seconds to stop. */
const CLOSE_TIMEOUT = 2 * SECOND;
const TRY_AGAIN_AFTER = SECOND / 2;

const kyselyOver = (connections: PostgresConnections): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new TransactionLockDialect({ pool: connections }) });

/** For backups, which may take long. There is only one connection: inside a transaction use only `tx`. */
export const openSingleConnection = (url: string): Kysely<Schema> => kyselyOver(connectOnce(url, HOUR));

const connectOnce = (url: string, queryDeadline: number): PostgresConnections =>
  new PostgresConnections(url, { most: 1, queryDeadline });

export async function openPostgres(url: string, log?: Log) {
  await prepareDatabase(url).catch((error) => {
    throw error instanceof DatabaseDown ? unreachable(url, error) : error;
  });
  const failures = createFailureReport(log);
  const connections = new PostgresConnections(url, {
    most: MAX_CONNECTIONS,
    queryDeadline: QUERY_DEADLINE,
    onFailure: failures.note,
  });
  const db = kyselyOver(connections);
  const writes = new WriteQueue();
  const noteRepeatedWrite = ({ cause }: DatabaseDown) => {
    failures.retract(cause);
    log?.warn('a write was repeated', causeFields(cause));
  };
  const refuseNewer = createVersionCheck(log);
  const watch = watchPostgres({ url, connections, refuseNewer, onOutage: failures.forget, log });
  return {
    kind: 'postgres' as const,
    ...viewsOf(db),
    write: createPostgresWriter(db, { queue: writes, refuseNewer, onRepeated: noteRepeatedWrite }),
    ping: watch.ping,
    pingForReads: watch.pingForReads,
    state: () => ({ ...watch.state(), writesWaiting: writes.waiting, connections: connections.usage }),
    async sizeInBytes() {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    now: (reader: Reader = db) => readClock(reader),
    onFeedGrowth: watch.onFeedGrowth,
    async close() {
      watch.stop();
      await Promise.race([db.destroy(), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    },
  };
}

/** Refuses a database that is not ours, and migrates it. Slow only when there are migrations to run. */
async function prepareDatabase(url: string): Promise<void> {
  const contents = await withDatabase(kyselyOver(connectOnce(url, QUERY_DEADLINE)), readContents);
  refuseIfNotOurs(placeOf(url), contents);
  if (hasNewestSchema(contents)) return;
  const db = kyselyOver(connectOnce(url, MIGRATION_DEADLINE));
  await withDatabase(db, () => migratePostgres(db, migrationsFor('postgres')));
}

async function withDatabase<Result>(
  db: Kysely<Schema>,
  work: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Resolves once the database is ready, without a time limit; throws a `StartError` when waiting cannot help. */
export async function waitForPostgres(url: string, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await prepareDatabase(url);
      if (attempt > 1) log.info('the database responds');
      return;
    } catch (error) {
      if (!(error instanceof DatabaseDown)) throw error;
      if (isMistake(error)) throw unreachable(url, error);
      if (attempt === 1) log.warn(`${unreachable(url, error).message} The start waits for it.`);
    }
    await sleep(TRY_AGAIN_AFTER);
  }
}

/** Wrong name or password, or no database of that name. */
const MISTAKE = /^(28|3D)/;

const isMistake = ({ cause }: DatabaseDown): boolean =>
  cause instanceof pg.DatabaseError && MISTAKE.test(cause.code ?? '');

const unreachable = (url: string, { cause }: DatabaseDown): StartError =>
  new StartError(`${placeOf(url)} does not respond: ${causeFields(cause).cause}.`);

/** Without name and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${host}${pathname} (DATABASE_URL)`;
}

/** Reads the tables first: a migration that runs at the same time commits its tables and their record together. */
async function readContents(db: Kysely<Schema>): Promise<DatabaseContents> {
  const namesFrom = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(db)).rows.map(({ name }) => name);
  const tables = await namesFrom(sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`);
  const migrations = tables.includes(MIGRATION_TABLE)
    ? await namesFrom(sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`)
    : [];
  return { tables, migrations };
}
