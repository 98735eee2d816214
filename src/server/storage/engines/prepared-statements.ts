/** Keeps the prepared statements of an embedded database: preparing takes longer than running most of them. */
import type { Database as BunSqlite, SQLQueryBindings, Statement } from 'bun:sqlite';

type Prepared = Statement<unknown, SQLQueryBindings[]>;

/** Texts differ by the number of values in lists and inserts, so there can be any number of them. */
const MOST = 100;

export class PreparedStatements {
  readonly sqlite: BunSqlite;
  /** The one that was used last is the last. */
  readonly #bySql = new Map<string, Prepared>();

  constructor(sqlite: BunSqlite) {
    this.sqlite = sqlite;
  }

  prepare(sql: string): Prepared {
    const statement = this.#bySql.get(sql) ?? this.sqlite.prepare<unknown, SQLQueryBindings[]>(sql);
    this.#bySql.delete(sql);
    this.#bySql.set(sql, statement);
    if (this.#bySql.size > MOST) this.remove(this.#bySql.keys().next().value ?? '');
    return statement;
  }

  remove(sql: string): void {
    this.#bySql.get(sql)?.finalize();
    this.#bySql.delete(sql);
  }

  /** Called before the database is closed, because an open statement may keep its file open. */
  clear(): void {
    for (const sql of this.#bySql.keys()) this.remove(sql);
  }
}
