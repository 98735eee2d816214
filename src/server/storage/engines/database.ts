/** The database, with the same interface for both engines. */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../../../contract/health.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { Log } from '../../log.ts';
import type { BetterAuthTables, Counters, Reader, Writer } from '../schema.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

export interface WriteOptions {
  /** Runs before all waiting writes of this node. SQLite ignores it. */
  hasPriority?: boolean;
}

/** The state of the storage, known without a query. */
export interface DatabaseState {
  responds: boolean;
  canBeWritten: boolean;
  /** How often it stopped responding or became read-only, since the start. */
  outages: number;
  /** When the last outage ended, in the time of `performance.now()`; null before the first one has. */
  recoveredAt: number | null;
  writesWaiting: number;
  /** Null for the embedded database, which has no pool. */
  connections: { inUse: number; idle: number; waiting: number } | null;
}

export interface Database {
  readonly kind: DatabaseKind;
  readonly db: Reader;
  /** Each statement commits on its own and waits for no other writer. */
  readonly counters: Counters;
  readonly betterAuthTables: Kysely<BetterAuthTables>;
  /**
   * Runs the change as one transaction, one writer at a time over all nodes. It may be run again after a conflict.
   * Use only `tx` inside it: a query on `db` would wait for this transaction forever. Throws `NodeOutdated` once a
   * newer version has migrated the database.
   */
  write<Result>(change: (tx: Writer) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** Throws `DatabaseDown` when the database does not respond within two seconds, or cannot be written. */
  ping(): Promise<void>;
  /** Like `ping`, but resolves when the database is read-only, and throws `NodeOutdated` if it is too new. */
  pingForReads(): Promise<void>;
  state(): DatabaseState;
  sizeInBytes(): Promise<number>;
  /**
   * The database's own clock, where it runs on another machine. Inside a transaction pass `tx`: returns the time at
   * which it became the writer, without a query.
   */
  now?(reader?: Reader): Promise<Instant>;
  /**
   * Calls the listener when any node may have appended to the feed; returns a function that unsubscribes. Only a
   * hint: SQLite never calls it, so readers must also poll.
   */
  onFeedGrowth(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Loaded only where it is used: a site with the embedded database needs a megabyte less without it. */
const loadPostgres = () => import('./postgres.ts');

/**
 * Opens or creates the database and migrates it to the newest schema. Throws a `StartError` when it cannot. Logs the
 * start and the end of each outage, so callers need not log `DatabaseDown`.
 */
export const openDatabase = async (location: DatabaseLocation, log?: Log): Promise<Database> =>
  location.kind === 'sqlite'
    ? openSqlite(location.file, log)
    : (await loadPostgres()).openPostgres(location.url, log);

/** Resolves once the database is ready, without a time limit; throws a `StartError` when waiting cannot help. */
export const waitForDatabase = async (location: DatabaseLocation, log: Log): Promise<void> => {
  if (location.kind === 'postgres') await (await loadPostgres()).waitForPostgres(location.url, log);
};
