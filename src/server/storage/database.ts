/** The database behind everything: the same on both engines. */
import type { DatabaseKind } from '../../contract/health.ts';
import type { Instant } from '../../core/ist-time.ts';
import { openPostgres } from './postgres.ts';
import type { Reader, Writer } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

export interface Database {
  readonly kind: DatabaseKind;
  readonly db: Reader;
  /**
   * Runs the change as one transaction, one writer at a time over all nodes. It may be run again after a
   * conflict. Inside it use `tx` alone: waiting for `db` there would wait for itself.
   */
  write<Result>(change: (tx: Writer) => Promise<Result>): Promise<Result>;
  /** Fails when the database does not answer in good time. */
  ping(): Promise<void>;
  sizeInBytes(): Promise<number>;
  /** The database's own clock, where it runs on another machine; inside a transaction asked through that. */
  now?(reader?: Reader): Promise<Instant>;
  /**
   * Calls back when any node may have appended to the feed; answers with the way to stop that. Only a hint:
   * SQLite gives none, so a reader looks for itself as well.
   */
  onFeedGrowth(listener: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Opens the database, new or existing, and brings it to the newest schema. Refuses with a `StartError`. */
export const openDatabase = (location: DatabaseLocation): Promise<Database> =>
  location.kind === 'sqlite' ? openSqlite(location.file) : openPostgres(location.url);
