/** A simulated process: it crashes at a chosen SQL statement, and later statements have no effect. */
import { Database as BunSqlite } from 'bun:sqlite';
import { PreparedStatements } from '../../../src/server/storage/engines/prepared-statements.ts';

/** Thrown by every statement of a process that has crashed. */
class Crashed extends Error {}

export class SimulatedProcess {
  readonly #death = Promise.withResolvers<void>();
  readonly #connections = new Set<BunSqlite>();
  readonly #prepared = new Set<PreparedStatements>();
  #isDead = false;
  #executed: string[] = [];
  #crashAt = Number.POSITIVE_INFINITY;
  #onCrash: (statement: string) => void = () => {};

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Resolves when the process ends; its work may then never finish. */
  get death(): Promise<void> {
    return this.#death.promise;
  }

  /** Counts statements from now on and crashes before the given one; `onCrash` is called while the files are open. */
  crashBefore(statement: number, onCrash: (statement: string) => void): void {
    this.#executed = [];
    this.#crashAt = statement;
    this.#onCrash = onCrash;
  }

  /** Cancels the crash and returns the statements since `crashBefore`. */
  disarm(): string[] {
    this.#crashAt = Number.POSITIVE_INFINITY;
    return this.#executed;
  }

  /** Closes its files without rollback or commit, as the operating system does. */
  end(): void {
    this.#isDead = true;
    // An open statement would keep its connection open.
    for (const statements of this.#prepared) statements.clear();
    for (const connection of this.#connections) connection.close(false);
    this.#death.resolve();
  }

  beforeStatement(connection: BunSqlite, sql: string, prepared?: PreparedStatements): void {
    this.#connections.add(connection);
    if (prepared) this.#prepared.add(prepared);
    if (this.#isDead) throw new Crashed();
    if (isInspection(sql)) return;
    const statement = nameOf(sql);
    if (this.#executed.length + 1 >= this.#crashAt) {
      this.#isDead = true;
      this.#onCrash(statement);
      this.end();
      throw new Crashed();
    }
    this.#executed.push(statement);
  }
}

/** A crash before one of these is the same as before the next statement. */
const isInspection = (sql: string): boolean => /^pragma (wal_checkpoint|data_version|page_size)/.test(sql);

/** `insert into "feed"`: what a statement does, without its values. */
const nameOf = (sql: string): string =>
  /^(insert into|update|delete from) "\w+"|^select .*? from "\w+"|^[\w ]{1,24}/s
    .exec(sql)?.[0]
    .replace(/^select .* from/s, 'select from') ?? sql.slice(0, 24);

const owners = new WeakMap<BunSqlite, SimulatedProcess>();
let opening: SimulatedProcess | null = null;

/** Assigns the connections that `open` creates to the process. */
export async function openFor<Result>(
  process: SimulatedProcess,
  open: () => Promise<Result>,
): Promise<Result> {
  opening = process;
  try {
    return await open();
  } finally {
    opening = null;
  }
}

function check(connection: BunSqlite, sql: string, prepared?: PreparedStatements): void {
  const known = owners.get(connection);
  if (!known && opening) owners.set(connection, opening);
  owners.get(connection)?.beforeStatement(connection, sql, prepared);
}

/** Intercepts every statement of an embedded database; returns a function that restores it. */
export function watchStatements(): () => void {
  let isChecked = false;
  const prepareOrReuse = PreparedStatements.prototype.prepare;
  PreparedStatements.prototype.prepare = function (sql) {
    check(this.sqlite, sql, this);
    isChecked = true;
    try {
      return prepareOrReuse.call(this, sql);
    } finally {
      isChecked = false;
    }
  };
  const { prepare, run } = BunSqlite.prototype;
  BunSqlite.prototype.prepare = function (this: BunSqlite, ...args: Parameters<typeof prepare>) {
    if (!isChecked) check(this, args[0]);
    return prepare.apply(this, args);
  } as typeof prepare;
  BunSqlite.prototype.run = function (this: BunSqlite, ...args: Parameters<typeof run>) {
    check(this, args[0]);
    return run.apply(this, args);
  } as typeof run;
  return () => {
    Object.assign(PreparedStatements.prototype, { prepare: prepareOrReuse });
    Object.assign(BunSqlite.prototype, { prepare, run });
  };
}

/** The error may be the cause of another one. */
export const isCrash = (error: unknown): boolean =>
  error instanceof Crashed || (error instanceof Error && error.cause !== undefined && isCrash(error.cause));
