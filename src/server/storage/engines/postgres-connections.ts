/** Connections to PostgreSQL on which every query settles in time: with its answer, or with `DatabaseDown`. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { FILE_PREFIX } from '../../../core/branding.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { DatabaseDown } from '../../errors.ts';
import { noteOutage } from './met-outage.ts';

export interface ConnectionSettings {
  /** How many connections there may be. */
  most: number;
  /** How long a query may take; after that its connection is closed. */
  queryDeadline: number;
  /** Called for each query that failed because the database could not be used, outside of outages. */
  onFailure?(error: unknown): void;
}

/** For a new connection, or for one of those that are in use. */
const ACQUIRE_DEADLINE = 5 * SECOND;
const INT8 = 20;

export function clientConfigOf(url: string): pg.ClientConfig {
  const address = new URL(url);
  // `sslmode` as PostgreSQL's own programs read it: `require` encrypts, and does not ask who signed.
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

/** A pool for Kysely's own dialect that can be told that the database is away. */
export class PostgresConnections implements PostgresPool {
  /** Kysely would use these to cancel queries, which it is never asked to do. */
  readonly options = {};
  readonly #url: string;
  readonly #settings: ConnectionSettings;
  /** What rejects each wait that is under way. */
  readonly #waits = new Set<(cause: unknown) => void>();
  #pool: pg.Pool;
  #outage: { cause: unknown } | null = null;
  #lastAnswerAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, settings: ConnectionSettings) {
    this.#url = url;
    this.#settings = settings;
    this.#pool = this.#createPool();
  }

  /** When the database last answered a query, in the time of `performance.now()`. */
  get lastAnswerAt(): number {
    return this.#lastAnswerAt;
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
      // It may still come, when nobody waits for it any more.
      acquiring.then((client) => client.release()).catch(() => {});
      // Whatever the reason: a password that was changed is an outage like any other.
      throw noted(error instanceof DatabaseDown ? error : new DatabaseDown(error));
    }
  }

  /** From here on every query is refused at once, and those under way with them. */
  interrupt(cause: unknown): void {
    this.#outage = { cause };
    for (const giveUp of [...this.#waits]) giveUp(cause);
    // Its connections may be dead without a sign, so none of them is used again.
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
    // The pool replaces a connection that is lost while it is idle, and one that is lost in use fails its query:
    // without these listeners either would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  #toKyselyClient(client: pg.PoolClient): PostgresPoolClient {
    let loss: DatabaseDown | null = null;
    const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
      // It would wait behind a query that is never answered.
      if (loss) throw loss;
      try {
        const answer = await this.#settle(client.query(text, [...parameters]));
        this.#lastAnswerAt = performance.now();
        return answer;
      } catch (error) {
        if (error instanceof DatabaseDown) loss = noted(error);
        throw error;
      }
    };
    return {
      query: query as PostgresPoolClient['query'],
      // Closes a connection whose query was given up, so that its late answer reaches nobody.
      release: (mustClose) => client.release(mustClose || loss !== null),
    };
  }

  /** Rejects with `DatabaseDown` when the connection is lost or silent, and at once in an outage. */
  #settle<Answer>(work: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (cause: unknown) => {
        this.#waits.delete(giveUp);
        reject(new DatabaseDown(cause));
      };
      this.#waits.add(giveUp);
      work.then(
        (answer) => {
          this.#waits.delete(giveUp);
          resolve(answer);
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
 * Connection exceptions, insufficient resources, operator intervention and system errors; a database that can only
 * be read, a transaction that was idle for too long, and a lock that was not given in time.
 */
const UNAVAILABLE = /^(08|53|57|58)|^(25006|25P03|55P03)$/;

/** What the server itself answered tells by its code; everything else is an error of the connection. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  return !(error instanceof TypeError);
}
