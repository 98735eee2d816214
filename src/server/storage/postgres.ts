/** PostgreSQL: any number of nodes, still one writer at a time, so that the feed keeps its order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { HOUR, type Instant, SECOND } from '../../core/ist-time.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { migratePostgres } from './migrate.ts';
import { migrationsFor } from './migrations/all-migrations.ts';
import { type DatabaseContents, MIGRATION_TABLE, refuseIfNotOurs } from './ownership.ts';
import { PostgresConnections } from './postgres-connections.ts';
import { TransactionLockDialect } from './postgres-dialect.ts';
import { watchPostgres } from './postgres-watch.ts';
import { createPostgresWriter } from './postgres-write.ts';
import type { Reader, Schema } from './schema.ts';

const MOST_CONNECTIONS = 10;
const QUERY_DEADLINE = 5 * SECOND;
/** The server as a whole has five seconds to stop. */
const CLOSE_TIMEOUT = 2 * SECOND;
const TRY_AGAIN_AFTER = SECOND / 2;

const kyselyOver = (connections: PostgresConnections): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new TransactionLockDialect({ pool: connections }) });

/** For what may take long: migrations and copies. Inside a transaction use that alone, there is no second connection. */
export const openSingleConnection = (url: string): Kysely<Schema> =>
  kyselyOver(new PostgresConnections(url, { most: 1, queryDeadline: HOUR }));

export async function openPostgres(url: string, log?: Log) {
  await prepareDatabase(url);
  const connections = new PostgresConnections(url, {
    most: MOST_CONNECTIONS,
    queryDeadline: QUERY_DEADLINE,
    onFailure: (error) => watch.noteFailedQuery(error),
  });
  const db = kyselyOver(connections);
  const watch = watchPostgres(url, connections, log);
  return {
    kind: 'postgres' as const,
    db,
    write: createPostgresWriter(db),
    ping: watch.ping,
    async sizeInBytes() {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    async now(reader: Reader = db): Promise<Instant> {
      const { rows } = await sql<{ now: Instant }>`
        select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(reader);
      return rows[0]?.now ?? Number.NaN;
    },
    onFeedGrowth: watch.onFeedGrowth,
    async close() {
      watch.stop();
      await Promise.race([db.destroy(), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    },
  };
}

async function prepareDatabase(url: string): Promise<void> {
  const db = openSingleConnection(url);
  try {
    refuseIfNotOurs(placeOf(url), await readContents(db));
    await migratePostgres(db, migrationsFor('postgres'));
  } catch (error) {
    throw error instanceof DatabaseDown ? unreachable(url, error) : error;
  } finally {
    await db.destroy();
  }
}

/** Returns once the database answers, however long that takes; refuses with a `StartError` what waiting cannot mend. */
export async function waitForPostgres(url: string, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const db = openSingleConnection(url);
    try {
      await sql`select 1`.execute(db);
      if (attempt > 1) log.info('the database answers');
      return;
    } catch (error) {
      if (isMistake(error)) throw unreachable(url, error);
      if (attempt === 1) log.warn(`${unreachable(url, error).message} The start waits for it.`);
    } finally {
      await db.destroy();
    }
    await sleep(TRY_AGAIN_AFTER);
  }
}

/** Wrong name or password, or no database of that name. */
const MISTAKE = /^(28|3D)/;

const isMistake = (error: unknown): boolean =>
  MISTAKE.test(String((causeOf(error) as { code?: string }).code));

const causeOf = (error: unknown): Error => (error instanceof DatabaseDown ? error.cause : error) as Error;

const unreachable = (url: string, error: unknown): StartError =>
  new StartError(`${placeOf(url)} does not answer: ${causeOf(error).message}.`);

/** Without name and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${host}${pathname} (DATABASE_URL)`;
}

/** Tables first: whoever is migrating at this moment commits the tables and their record together. */
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
