/** Kysely's SQLite dialect over `bun:sqlite`, with write transactions and transactional schema changes. */
import type { Database as BunSqlite } from 'bun:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteConnection } from './sqlite-connection.ts';
import { BUSY_TIMEOUT } from './sqlite-file.ts';

export class BunSqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;

  /** A plain `Database` has no other users, so it needs no checks. */
  constructor(database: SqliteConnection | BunSqlite) {
    this.#connection =
      database instanceof SqliteConnection
        ? database
        : new SqliteConnection(database, { timeout: BUSY_TIMEOUT, check() {}, failed() {} });
  }

  createDriver(): Driver {
    return new BunSqliteDriver(this.#connection);
  }

  createAdapter(): SqliteAdapter {
    return new BunSqliteAdapter();
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Kysely's interface declares it.
  createIntrospector(db: Kysely<any>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

class BunSqliteAdapter extends SqliteAdapter {
  /** `SqliteConnection` has its own lock: Kysely's would be held while a statement waits for another process. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite does roll back schema changes; without this a failed migration would leave half a schema. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class BunSqliteDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(this.#connection);
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin();
  }

  async commitTransaction(session: Session): Promise<void> {
    session.commit();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    session.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** A connection for Kysely: locks the real one for each statement, or for a whole transaction. */
class Session implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  #release: (() => void) | null = null;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.#release
      ? this.#connection.executeInTransaction(query)
      : await this.#connection.execute(query);
    return result as QueryResult<Row>;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async begin(): Promise<void> {
    this.#release = await this.#connection.begin();
  }

  /** When this throws, Kysely rolls back. */
  commit(): void {
    this.#connection.executeInTransaction(CompiledQuery.raw('commit'));
    this.#end();
  }

  rollback(): void {
    try {
      this.#connection.rollback();
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#release?.();
    this.#release = null;
  }
}
