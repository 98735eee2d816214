/** The one connection to an embedded database: the queue of its users, and the checks before each write. */
import { type Database as BunSqlite, SQLiteError, type SQLQueryBindings } from 'bun:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type QueryResult } from 'kysely';
import { DatabaseDown } from '../../errors.ts';

export interface WriteRules {
  /** How long to wait for another process, in milliseconds. */
  patience: number;
  /** Throws when nothing may be written. */
  check(): void;
  /** Called when the database could not do its part of a write. */
  failed(error: DatabaseDown): void;
}

const LOOK_EVERY = 10;

/** A transaction that is going to write must say so at once: one that reads first can find itself too late. */
const BEGIN = CompiledQuery.raw('begin immediate');

export class SqliteConnection {
  readonly #sqlite: BunSqlite;
  readonly #rules: WriteRules;
  readonly #turns = new Mutex();
  readonly #waiting = new Mutex();

  constructor(sqlite: BunSqlite, rules: WriteRules) {
    this.#sqlite = sqlite;
    this.#rules = rules;
  }

  /** How many wait for their turn, or for another process. */
  get waiting(): number {
    return this.#turns.waiting + this.#waiting.waiting;
  }

  /** Runs a statement of its own. */
  async execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { result, endTurn } = await this.#runWhenFree(query);
    endTurn();
    return result;
  }

  /** The same with a timeout of its own and outside of the queue, for one caller at a time. */
  async executeWithin(patience: number, query: CompiledQuery): Promise<void> {
    const { endTurn } = await this.#keepTrying(performance.now() + patience, query);
    endTurn();
  }

  /** Begins a transaction that keeps everyone else from the connection until the returned function is called. */
  async begin(): Promise<() => void> {
    return (await this.#runWhenFree(BEGIN)).endTurn;
  }

  executeInTransaction(query: CompiledQuery): QueryResult<unknown> {
    return this.#run(query, true);
  }

  /** SQLite rolls back by itself when the disk fails it; another rollback would fail and hide why. */
  rollback(): void {
    if (this.#sqlite.inTransaction) this.#run(CompiledQuery.raw('rollback'), true);
  }

  close(): void {
    this.#sqlite.close(true);
  }

  /**
   * Waits without a turn, so that others can read. Waiting inside SQLite would even stop the whole process. Only the
   * first in line tries again: many who did would take all the time of the process.
   */
  async #runWhenFree(query: CompiledQuery) {
    const until = performance.now() + this.#rules.patience;
    try {
      return await this.#runInTurn(query);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    const leave = await this.#waiting.acquire();
    try {
      return await this.#keepTrying(until, query);
    } finally {
      leave();
    }
  }

  async #keepTrying(until: number, query: CompiledQuery) {
    for (;;) {
      try {
        return await this.#runInTurn(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= until) {
          this.#rules.failed(error);
          throw error;
        }
      }
      await sleep(LOOK_EVERY);
    }
  }

  async #runInTurn(query: CompiledQuery) {
    const endTurn = await this.#turns.acquire();
    try {
      return { result: this.#run(query, false), endTurn };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** The only place where something is executed. A transaction is checked when it begins. */
  #run({ sql, parameters }: CompiledQuery, inTransaction: boolean): QueryResult<unknown> {
    let isWrite = true;
    try {
      // Finalized right after use: an open statement would keep the file from closing properly.
      using statement = this.#sqlite.prepare<unknown, SQLQueryBindings[]>(sql);
      isWrite = inTransaction || !statement.readonly;
      if (isWrite && !inTransaction) this.#rules.check();
      const bindings = parameters as SQLQueryBindings[];
      if (statement.reader) return { rows: statement.all(...bindings) };
      const { changes, lastInsertRowid } = statement.run(...bindings);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (thrown) {
      const error = toCallerError(thrown);
      // One that is busy may be tried again.
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

  /** Returns, in the order of the calls, what releases it. */
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

/** Each has extended codes that begin with it, as SQLITE_IOERR_WRITE does. */
const DOWN = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PROTOCOL|NOMEM|PERM|CORRUPT|NOTADB)(_|$)/;

/** The error as callers should see it; one that they caused themselves, as by a constraint, stays as it is. */
const toCallerError = (error: unknown): unknown =>
  error instanceof SQLiteError && DOWN.test(error.code ?? '') ? new DatabaseDown(error) : error;

/** Another process is writing. */
const isBusy = (error: unknown): error is DatabaseDown =>
  error instanceof DatabaseDown &&
  error.cause instanceof SQLiteError &&
  /^SQLITE_BUSY(_|$)/.test(error.cause.code ?? '');
