/** Writes to PostgreSQL: one at a time per node and across all nodes, so that the feed is in commit order. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Instant } from '../../../core/ist-time.ts';
import { DatabaseDown, NodeOutdated } from '../../errors.ts';
import type { Reader, Schema, Writer } from '../schema.ts';
import { NEWEST_MIGRATION } from './ownership.ts';
import type { WriteQueue } from './write-queue.ts';

type Change<Result> = (tx: Writer) => Promise<Result>;

const MAX_LOSSES = 1;
const MAX_CONFLICTS = 3;

/** In milliseconds. */
const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * Locks the feed's counter first, so that ids become visible in order, reads stay valid until the commit, and writers
 * cannot deadlock. The timeouts end the transaction of a frozen or overloaded node before it delays the others for
 * long: a result may be two seconds late.
 */
const LOCK_FEED = `
  set local idle_in_transaction_session_timeout = '1s';
  set local lock_timeout = '4s';
  select id from feed_state for update;
  select ${CLOCK} as now, (${NEWEST_MIGRATION}) as newest`;

const lockTimes = new WeakMap<Reader, Instant>();

/** The database's clock; of a transaction, when it got the lock. */
export async function readClock(reader: Reader): Promise<Instant> {
  const lockTime = lockTimes.get(reader);
  if (lockTime !== undefined) return lockTime;
  return (await reader.selectNoFrom(sql.raw<Instant>(CLOCK).as('now')).executeTakeFirstOrThrow()).now;
}

export interface WriterParts {
  queue: WriteQueue;
  /** Throws if a newer version has migrated the database. */
  refuseNewer(newestMigration: string | null): void;
  /** Called with the loss of a connection that had no consequence, because the transaction was repeated. */
  onRepeated(loss: DatabaseDown): void;
}

/** One transaction per node: a frozen node would delay the others once for each transaction it has queued. */
export function createPostgresWriter(db: Kysely<Schema>, parts: WriterParts) {
  return <Result>(change: Change<Result>, { hasPriority = false } = {}): Promise<Result> =>
    parts.queue.run(() => write(db, change, parts), hasPriority);
}

async function write<Result>(
  db: Kysely<Schema>,
  change: Change<Result>,
  { refuseNewer, onRepeated }: WriterParts,
): Promise<Result> {
  let conflicts = 0;
  const losses: DatabaseDown[] = [];
  for (;;) {
    let hasBegun = false;
    let isDone = false;
    try {
      const result = await db.transaction().execute(async (tx) => {
        hasBegun = true;
        const [locked] = (await sql.raw<{ now: Instant; newest: string | null }>(LOCK_FEED).execute(tx)).rows;
        if (locked) {
          lockTimes.set(tx, locked.now);
          refuseNewer(locked.newest);
        }
        const changed = await change(tx);
        isDone = true;
        return changed;
      });
      losses.forEach(onRepeated);
      return result;
    } catch (error) {
      if (error instanceof NodeOutdated) throw error;
      // Before the commit is sent it is certain that nothing was stored.
      if (error instanceof DatabaseDown && hasBegun && !isDone && !isLockTimeout(error)) losses.push(error);
      else if (isConflict(error)) conflicts += 1;
      else throw error;
      if (losses.length > MAX_LOSSES || conflicts > MAX_CONFLICTS) throw error;
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Not retried: it would only wait as long again. */
const isLockTimeout = ({ cause }: DatabaseDown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(error.code ?? '');
