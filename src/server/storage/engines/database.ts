/** The database, with the same interface for both engines. */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../../../contract/health.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { Log } from '../../log.ts';
import type { BetterAuthTables, Counters, Reader, Writer } from '../schema.ts';
import { openPostgres, waitForPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

export interface WriteOptions {
  /** Before all writes of this node that wait: for what must not be late. SQLite has no queue to speak of. */
  goesFirst?: boolean;
}

/** What the storage knows of itself without asking the database. */
export interface DatabaseState {
  answers: boolean;
  canBeWritten: boolean;
  /** How often it stopped to answer or could no longer be written, since the start. */
  outages: number;
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
   * Runs the change as one transaction, one writer at a time over all nodes. It may be run again after a
   * conflict. Inside it use `tx` alone: waiting for `db` there would wait for itself.
   */
  write<Result>(change: (tx: Writer) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** Throws `DatabaseDown` when the database does not answer within two seconds, or cannot be written. */
  ping(): Promise<void>;
  /** The same for reading alone: returns also where the database cannot be written. */
  answers(): Promise<void>;
  state(): DatabaseState;
  sizeInBytes(): Promise<number>;
  /** The database's own clock, where it runs on another machine; inside a transaction asked through that. */
  now?(reader?: Reader): Promise<Instant>;
  /**
   * Calls back when any node may have appended to the feed; returns what stops that. Only a hint: SQLite gives
   * none, so a reader looks for itself as well.
   */
  onFeedGrowth(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Opens the database, new or existing, and brings it to the newest schema. Refuses with a `StartError`.
 * The log is told of each outage and of its end: nobody else needs to log `DatabaseDown`.
 */
export const openDatabase = (location: DatabaseLocation, log?: Log): Promise<Database> =>
  location.kind === 'sqlite' ? openSqlite(location.file, log) : openPostgres(location.url, log);

/** Returns once the database is ready, however long it is away; throws a `StartError` where waiting cannot help. */
export const waitForDatabase = async (location: DatabaseLocation, log: Log): Promise<void> => {
  if (location.kind === 'postgres') await waitForPostgres(location.url, log);
};
