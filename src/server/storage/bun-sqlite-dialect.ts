/** Kysely's SQLite dialect over `bun:sqlite`, with write transactions and transactional schema changes. */
import type { Database as BunSqlite, SQLQueryBindings, Statement } from 'bun:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { toCallerError, waitWhileBusy } from './sqlite-failures.ts';
import { BUSY_TIMEOUT } from './sqlite-file.ts';

export class BunSqliteDialect extends SqliteDialect {
  readonly #sqlite: BunSqlite;

  constructor(sqlite: BunSqlite) {
    super({ database: asKyselyExpects(sqlite) });
    this.#sqlite = sqlite;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#sqlite);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: BunSqlite;
  #connection: PatientConnection | null = null;

  constructor(sqlite: BunSqlite) {
    super({ database: asKyselyExpects(sqlite) });
    this.#sqlite = sqlite;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new PatientConnection(await super.acquireConnection(), this.#sqlite);
    return this.#connection;
  }

  /**
   * A transaction that is going to write must say so at once: one that reads first can find itself too late. It is
   * refused while another process writes; who wants to wait does so without holding the connection.
   */
  override async beginTransaction(): Promise<void> {
    const connection = await super.acquireConnection();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite rolls back by itself when the disk fails it; another rollback would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** A statement of its own that meets a process that is writing waits for it. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #sqlite: BunSqlite;

  constructor(connection: DatabaseConnection, sqlite: BunSqlite) {
    this.#connection = connection;
    this.#sqlite = sqlite;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const execute = () => this.#connection.executeQuery<Row>(query);
    return this.#sqlite.inTransaction ? execute() : waitWhileBusy(BUSY_TIMEOUT, execute);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

/** SQLite does roll back schema changes; without this a failed migration would leave half a schema. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Statements are let go of right after use: an open one would keep the file from closing properly. */
function asKyselyExpects(sqlite: BunSqlite): SqliteDatabase {
  return {
    close: () => sqlite.close(true),
    prepare(sql) {
      const statement = inCallersWords<Statement<unknown, SQLQueryBindings[]>>(() => sqlite.prepare(sql));
      const use = <Result>(work: () => Result): Result => {
        try {
          return inCallersWords(work);
        } finally {
          statement.finalize();
        }
      };
      const bindings = (parameters: readonly unknown[]) => parameters as SQLQueryBindings[];
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters) => use(() => statement.all(...bindings(parameters))),
        run: (parameters) => use(() => statement.run(...bindings(parameters))),
        iterate: (parameters) => use(() => statement.all(...bindings(parameters))).values(),
      };
    },
  };
}

function inCallersWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toCallerError(error);
  }
}
