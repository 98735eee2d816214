/** PostgreSQL: any number of nodes, still one writer at a time, so that the feed keeps its order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import postgres from 'postgres';
import { FILE_PREFIX } from '../../core/branding.ts';
import { type Instant, SECOND } from '../../core/ist-time.ts';
import { StartError } from '../start-error.ts';
import { migratePostgres } from './migrate.ts';
import { migrationsFor } from './migrations/all-migrations.ts';
import { type DatabaseContents, MIGRATION_TABLE, refuseIfNotOurs } from './ownership.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { Reader, Schema, Writer } from './schema.ts';

const CONNECT_TIMEOUT_SECONDS = 5;
/** The server as a whole has five seconds to stop. */
const CLOSE_TIMEOUT_SECONDS = 2;
const PING_TIMEOUT = 3 * SECOND;
const WRITE_ATTEMPTS = 4;
const INT8 = 20;

export async function openPostgres(url: string) {
  const client = connect(url);
  const db = new Kysely<Schema>({ dialect: postgresDialect(client) });
  try {
    refuseIfNotOurs(placeOf(url), await readContents(db, url));
    await migratePostgres(db, migrationsFor('postgres'));
  } catch (error) {
    await client.end({ timeout: 0 });
    throw error;
  }
  return {
    kind: 'postgres' as const,
    db,
    write: <Result>(change: (tx: Writer) => Promise<Result>) => writeInTurn(db, change),
    async ping() {
      const answer = client`select 1`.execute();
      answer.catch(() => {});
      const silence = sleep(PING_TIMEOUT, null, { ref: false }).then(() => {
        throw new Error('The database does not answer.');
      });
      await Promise.race([answer, silence]);
    },
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
    /** Also calls back each time the connection was lost and is listening again: something may have been missed. */
    async onFeedGrowth(listener: () => void) {
      const { unlisten } = await client.listen('feed', listener, listener);
      return unlisten;
    },
    close: () => client.end({ timeout: CLOSE_TIMEOUT_SECONDS }),
  };
}

function connect(url: string): postgres.Sql {
  return postgres(url, {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    onnotice: () => {},
    connection: {
      application_name: FILE_PREFIX,
      // A node that freezes in the middle of a write must not hold up the others.
      idle_in_transaction_session_timeout: 5 * SECOND,
    },
    types: {
      bigint: { to: INT8, from: [INT8], parse: Number, serialize: String },
    },
  });
}

/** Without name and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${host}${pathname} (DATABASE_URL)`;
}

/** Tables first: whoever is migrating at this moment commits the tables and their record together. */
async function readContents(db: Kysely<Schema>, url: string): Promise<DatabaseContents> {
  const namesFrom = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(db)).rows.map(({ name }) => name);
  try {
    const tables = await namesFrom(sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`);
    const migrations = tables.includes(MIGRATION_TABLE)
      ? await namesFrom(sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`)
      : [];
    return { tables, migrations };
  } catch (error) {
    throw new StartError(`${placeOf(url)} does not answer: ${(error as Error).message}.`);
  }
}

/**
 * Whoever writes holds the feed's counter from the first statement on. So ids become visible in order,
 * what was read inside stays true until the commit, and no two writers can block each other.
 */
async function writeInTurn<Result>(
  db: Kysely<Schema>,
  change: (tx: Writer) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await tx.selectFrom('feed_state').select('id').forUpdate().execute();
        return change(tx);
      });
    } catch (error) {
      if (attempt === WRITE_ATTEMPTS || !isWorthRetrying(error)) throw error;
    }
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

function isWorthRetrying(error: unknown): boolean {
  const code = error instanceof postgres.PostgresError ? error.code : '';
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
