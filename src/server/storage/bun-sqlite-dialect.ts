/** Kysely's SQLite dialect over `bun:sqlite`, with write transactions and transactional schema changes. */
import type { Database as BunSqlite, SQLQueryBindings, Statement } from 'bun:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

export class BunSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(sqlite: BunSqlite) {
    const database = asKyselyExpects(sqlite);
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** A transaction that is going to write must say so at once: one that reads first can find itself too late. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
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
      const statement: Statement<unknown, SQLQueryBindings[]> = sqlite.prepare(sql);
      const use = <Result>(work: () => Result): Result => {
        try {
          return work();
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
