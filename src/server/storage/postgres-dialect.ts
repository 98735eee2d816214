/** Kysely over postgres.js, so that a lost connection fails its queries and nothing else: decision 22. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely';
import type postgres from 'postgres';
import { PostgresTransaction } from './postgres-transaction.ts';

/** Any number that no other program locks. */
const MIGRATION_LOCK = 0x53774368;

export const postgresDialect = (client: postgres.Sql): Dialect => ({
  createDriver: () => new PoolDriver(client),
  createAdapter: () => new PoolAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

/** The lock of a whole session could not be given back: the pool chooses the session of each query. */
class PoolAdapter extends PostgresAdapter {
  override async acquireMigrationLock(tx: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
  }

  override async releaseMigrationLock(): Promise<void> {}
}

class PoolDriver implements Driver {
  readonly #client: postgres.Sql;

  constructor(client: postgres.Sql) {
    this.#client = client;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(this.#client);
  }

  async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings);
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#client.end({ timeout: 2 });
  }
}

/** Outside of a transaction each query goes to whichever connection of the pool is alive and free. */
class PoolConnection implements DatabaseConnection {
  readonly #client: postgres.Sql;
  #transaction: PostgresTransaction | null = null;

  constructor(client: postgres.Sql) {
    this.#client = client;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const mode = [isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      .filter(Boolean)
      .join(' ');
    this.#transaction = await PostgresTransaction.begin(this.#client, mode);
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit();
    this.#transaction = null;
  }

  async rollback(): Promise<void> {
    await this.#transaction?.rollback();
    this.#transaction = null;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const send = (session: postgres.ISql): Promise<postgres.RowList<(Row & object)[]>> =>
      session.unsafe<(Row & object)[]>(text, [...parameters] as postgres.ParameterOrJSON<never>[], {
        prepare: true,
      });
    const result = await (this.#transaction?.run(send) ?? send(this.#client));
    return { rows: [...result], numAffectedRows: BigInt(result.count ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: refuses at the first step
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed: long lists are read in pages.');
  }
}
