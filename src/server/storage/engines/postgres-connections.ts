/** A pool of PostgreSQL connections on which every query settles in time: with its result, or with `DatabaseDown`. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { FILE_PREFIX } from '../../../core/branding.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { DatabaseDown } from '../../errors.ts';
import { joinBegin } from './joined-begin.ts';
import { noteOutage } from './outage-tracking.ts';

export interface ConnectionSettings {
  /** The maximum number of connections. */
  most: number;
  /** How long a query may take; after that its connection is closed. */
  queryDeadline: number;
  /** Called for each query that failed because the database was unavailable, except during outages. */
  onFailure?(error: unknown): void;
}

/** For opening a connection, or waiting for a free one. */
const ACQUIRE_DEADLINE = 5 * SECOND;
const INT8 = 20;

export function clientConfigOf(url: string): pg.ClientConfig {
  const address = new URL(url);
  // `sslmode` with the meaning of libpq: `require` encrypts and does not verify the certificate.
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: address.href,
    application_name: FILE_PREFIX,
    // Ids, counts and instants are far below the 2^53 up to which a number is exact.
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  };
}

/** A pool for Kysely's PostgreSQL dialect that can be interrupted during an outage. */
export class PostgresConnections implements PostgresPool {
  /** Kysely needs these only to cancel queries, which we do not use. */
  readonly options = {};
  readonly #url: string;
  readonly #settings: ConnectionSettings;
  /** Functions that reject the pending waits. */
  readonly #waits = new Set<(cause: unknown) => void>();
  /** Why each lost connection was lost: the errors of later queries do not say it. */
  readonly #lossCauses = new WeakMap<pg.PoolClient, Error>();
  #pool: pg.Pool;
  #outage: { cause: unknown } | null = null;
  #lastResponseAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, settings: ConnectionSettings) {
    this.#url = url;
    this.#settings = settings;
    this.#pool = this.#createPool();
  }

  /** When the database last responded to a query, in the time of `performance.now()`. */
  get lastResponseAt(): number {
    return this.#lastResponseAt;
  }

  get usage(): { inUse: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#outage) throw noted(new DatabaseDown(this.#outage.cause));
    const acquiring = this.#pool.connect();
    try {
      return this.#toKyselyClient(await this.#settle(acquiring));
    } catch (error) {
      // The connection may still open later: release it then.
      acquiring.then((client) => client.release()).catch(() => {});
      // Every reason counts as an outage, also a changed password.
      throw noted(error instanceof DatabaseDown ? error : new DatabaseDown(error));
    }
  }

  /** Rejects all pending queries, and every new one until `resume` is called. */
  interrupt(cause: unknown): void {
    this.#outage = { cause };
    for (const giveUp of [...this.#waits]) giveUp(cause);
    // Its connections may be dead without an error, so none is reused.
    this.#pool.end().catch(() => {});
    this.#pool = this.#createPool();
  }

  resume(): void {
    this.#outage = null;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #createPool(): pg.Pool {
    const { most, queryDeadline } = this.#settings;
    const pool = new pg.Pool({
      ...clientConfigOf(this.#url),
      max: most,
      connectionTimeoutMillis: ACQUIRE_DEADLINE,
      query_timeout: queryDeadline,
    });
    // The pool replaces a lost idle connection, and a lost busy one fails its query; without these listeners both
    // would crash the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', (error) => {
        if (!this.#lossCauses.has(client)) this.#lossCauses.set(client, error);
      });
    });
    return pool;
  }

  #toKyselyClient(client: pg.PoolClient): PostgresPoolClient {
    let loss: DatabaseDown | null = null;
    const send = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
      // It would wait behind a query that never finishes.
      if (loss) throw loss;
      try {
        const results: unknown = await this.#settle(this.#query(client, text, parameters));
        this.#lastResponseAt = performance.now();
        // Kysely expects one: of several statements, that of the last.
        return Array.isArray(results) ? results.at(-1) : results;
      } catch (error) {
        if (error instanceof DatabaseDown) loss = noted(error);
        throw error;
      }
    };
    return {
      query: joinBegin(send) as PostgresPoolClient['query'],
      // Closes a connection with an abandoned query, so that its late result is not used.
      release: (mustClose) => client.release(mustClose || loss !== null),
    };
  }

  async #query(client: pg.PoolClient, text: string, parameters: readonly unknown[]): Promise<unknown> {
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      const cause = this.#lossCauses.get(client);
      // Not the cause itself: a lost connection counts as unavailable, whatever its code is.
      throw cause ? new Error(cause.message, { cause }) : error;
    }
  }

  /** Rejects with `DatabaseDown` when the connection is lost or times out, and immediately when an outage begins. */
  #settle<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = (cause: unknown) => {
        this.#waits.delete(giveUp);
        reject(new DatabaseDown(cause));
      };
      this.#waits.add(giveUp);
      work.then(
        (result) => {
          this.#waits.delete(giveUp);
          resolve(result);
        },
        (error: unknown) => {
          if (!this.#waits.delete(giveUp)) return;
          if (!isUnavailable(error)) return reject(error);
          this.#settings.onFailure?.(error);
          reject(new DatabaseDown(error));
        },
      );
    });
  }
}

function noted(error: DatabaseDown): DatabaseDown {
  noteOutage(error);
  return error;
}

/**
 * Connection exceptions, insufficient resources, operator intervention and system errors; a read-only database, a
 * transaction that was idle for too long, and a lock timeout.
 */
const UNAVAILABLE = /^(08|53|57|58)|^(25006|25P03|55P03)$/;

/** Errors from the server are classified by their code; all others are errors of the connection. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  return !(error instanceof TypeError);
}
