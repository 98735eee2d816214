/** The only connection to an embedded database: a lock for its users, and the checks before each write. */
import { type Database as BunSqlite, SQLiteError, type SQLQueryBindings } from 'bun:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type QueryResult } from 'kysely';
import { DatabaseDown } from '../../errors.ts';
import { PreparedStatements } from './prepared-statements.ts';

export interface WriteRules {
  /** How long to wait for another process, in milliseconds. */
  timeout: number;
  /** Throws when writing is not allowed. */
  check(): void;
  /** Called when a write failed because of the database. */
  failed(error: DatabaseDown): void;
}

const RETRY_EVERY = 10;

/** Takes the write lock at the start: a transaction that reads first may fail to get it later. */
const BEGIN = CompiledQuery.raw('begin immediate');

export class SqliteConnection {
  readonly #sqlite: BunSqlite;
  readonly #rules: WriteRules;
  readonly #statements: PreparedStatements;
  readonly #lock = new Mutex();
  readonly #retries = new Mutex();

  constructor(sqlite: BunSqlite, rules: WriteRules) {
    this.#sqlite = sqlite;
    this.#statements = new PreparedStatements(sqlite);
    this.#rules = rules;
  }

  /** How many statements wait for the lock or for another process. */
  get waiting(): number {
    return this.#lock.waiting + this.#retries.waiting;
  }

  /** Runs a statement outside of a transaction. */
  async execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { result, release } = await this.#runWhenFree(query);
    release();
    return result;
  }

  /** Like `execute`, with another timeout and without waiting for other retries; for one caller at a time. */
  async executeWithin(timeout: number, query: CompiledQuery): Promise<void> {
    const { release } = await this.#retryUntil(performance.now() + timeout, query);
    release();
  }

  /** Begins a transaction and locks the connection until the returned function is called. */
  async begin(): Promise<() => void> {
    return (await this.#runWhenFree(BEGIN)).release;
  }

  executeInTransaction(query: CompiledQuery): QueryResult<unknown> {
    return this.#run(query, true);
  }

  /** SQLite has already rolled back after a disk error; a second rollback would fail and hide the cause. */
  rollback(): void {
    if (this.#sqlite.inTransaction) this.#run(CompiledQuery.raw('rollback'), true);
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close(true);
  }

  /**
   * Waits without the lock, so that others can read: waiting inside SQLite would block the whole process. Only one
   * caller retries at a time, to limit the load.
   */
  async #runWhenFree(query: CompiledQuery) {
    const until = performance.now() + this.#rules.timeout;
    try {
      return await this.#runLocked(query);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    const endRetries = await this.#retries.acquire();
    try {
      return await this.#retryUntil(until, query);
    } finally {
      endRetries();
    }
  }

  async #retryUntil(until: number, query: CompiledQuery) {
    for (;;) {
      try {
        return await this.#runLocked(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= until) {
          this.#rules.failed(error);
          throw error;
        }
      }
      await sleep(RETRY_EVERY);
    }
  }

  async #runLocked(query: CompiledQuery) {
    const release = await this.#lock.acquire();
    try {
      return { result: this.#run(query, false), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Every statement runs here. A transaction is checked when it begins. */
  #run({ sql, parameters }: CompiledQuery, inTransaction: boolean): QueryResult<unknown> {
    let isWrite = true;
    try {
      const statement = this.#statements.prepare(sql);
      isWrite = inTransaction || !statement.readonly;
      if (isWrite && !inTransaction) this.#rules.check();
      const bindings = parameters as SQLQueryBindings[];
      if (statement.reader) return { rows: statement.all(...bindings) };
      const { changes, lastInsertRowid } = statement.run(...bindings);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (thrown) {
      // It may be in the middle of its rows, which would keep a lock.
      this.#statements.remove(sql);
      const error = toCallerError(thrown);
      // A busy error may be retried.
      if (isWrite && error instanceof DatabaseDown && !isBusy(error)) this.#rules.failed(error);
      throw error;
    }
  }
}

class Mutex {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves in the order of the calls, with a function that releases the lock. */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    this.#waiting += 1;
    await before;
    this.#waiting -= 1;
    return resolve;
  }
}

/** Extended codes begin with these, for example SQLITE_IOERR_WRITE. */
const DOWN = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PROTOCOL|NOMEM|PERM|CORRUPT|NOTADB)(_|$)/;

/** Wraps errors of the database itself; errors of a query, such as a violated constraint, are not changed. */
const toCallerError = (error: unknown): unknown =>
  error instanceof SQLiteError && DOWN.test(error.code ?? '') ? new DatabaseDown(error) : error;

/** Another process is writing. */
const isBusy = (error: unknown): error is DatabaseDown =>
  error instanceof DatabaseDown &&
  error.cause instanceof SQLiteError &&
  /^SQLITE_BUSY(_|$)/.test(error.cause.code ?? '');
