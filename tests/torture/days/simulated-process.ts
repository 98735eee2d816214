/** A process that exists only in the simulation: it ends at a chosen SQL statement, and nothing that it does afterwards has an effect. */
import { Database as BunSqlite } from 'bun:sqlite';

/** Thrown by every statement of a process that has crashed. */
class Crashed extends Error {}

export class SimulatedProcess {
  readonly #death = Promise.withResolvers<void>();
  readonly #connections = new Set<BunSqlite>();
  #isDead = false;
  #executed: string[] = [];
  #crashAt = Number.POSITIVE_INFINITY;
  #onCrash: (statement: string) => void = () => {};

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Settles when the process ends: whoever waits for its work waits for this as well. */
  get death(): Promise<void> {
    return this.#death.promise;
  }

  /** Counts the statements from here on, and crashes before the one with this number; `onCrash` is called while its files are still open. */
  crashBefore(statement: number, onCrash: (statement: string) => void): void {
    this.#executed = [];
    this.#crashAt = statement;
    this.#onCrash = onCrash;
  }

  /** Returns the statements that were executed since `crashBefore`. */
  disarm(): string[] {
    this.#crashAt = Number.POSITIVE_INFINITY;
    return this.#executed;
  }

  /** Closes its files without a rollback or a commit, as the operating system does. */
  end(): void {
    this.#isDead = true;
    for (const connection of this.#connections) connection.close(false);
    this.#death.resolve();
  }

  beforeStatement(connection: BunSqlite, sql: string): void {
    this.#connections.add(connection);
    if (this.#isDead) throw new Crashed();
    if (isSurvey(sql)) return;
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

/** Crashing before one of these is the same as crashing before the statement that follows. */
const isSurvey = (sql: string): boolean => /^pragma (wal_checkpoint|data_version|page_size)/.test(sql);

/** `insert into "feed"`: what a statement does, without its values. */
const nameOf = (sql: string): string =>
  /^(insert into|update|delete from) "\w+"|^select .*? from "\w+"|^[\w ]{1,24}/s
    .exec(sql)?.[0]
    .replace(/^select .* from/s, 'select from') ?? sql.slice(0, 24);

const owners = new WeakMap<BunSqlite, SimulatedProcess>();
let opening: SimulatedProcess | null = null;

/** Connections that are opened meanwhile belong to the process. */
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

function check(connection: BunSqlite, sql: string): void {
  const known = owners.get(connection);
  if (!known && opening) owners.set(connection, opening);
  owners.get(connection)?.beforeStatement(connection, sql);
}

/** Lets the processes see every statement of `bun:sqlite`; returns what ends that. */
export function watchStatements(): () => void {
  const { prepare, run } = BunSqlite.prototype;
  BunSqlite.prototype.prepare = function (this: BunSqlite, ...args: Parameters<typeof prepare>) {
    check(this, args[0]);
    return prepare.apply(this, args);
  } as typeof prepare;
  BunSqlite.prototype.run = function (this: BunSqlite, ...args: Parameters<typeof run>) {
    check(this, args[0]);
    return run.apply(this, args);
  } as typeof run;
  return () => Object.assign(BunSqlite.prototype, { prepare, run });
}

/** Kysely and the storage pass the error on, some of them inside another. */
export const isCrash = (error: unknown): boolean =>
  error instanceof Crashed || (error instanceof Error && error.cause !== undefined && isCrash(error.cause));
