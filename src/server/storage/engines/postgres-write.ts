/** Writing to PostgreSQL: one writer at a time on each node, and over all nodes, so that the feed keeps its order. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { DatabaseDown } from '../../errors.ts';
import type { Schema, Writer } from '../schema.ts';
import type { Database } from './database.ts';
import type { WriteTurns } from './write-turns.ts';

type Change<Result> = (tx: Writer) => Promise<Result>;

const MOST_LOSSES = 1;
const MOST_CONFLICTS = 3;

/**
 * Takes the feed's counter first. So ids become visible in order, what is read inside stays true until the
 * commit, and no two writers can block each other. A node that stops in the middle of a write, frozen or
 * overloaded, loses its transaction before it holds up the others for long: a result may be two seconds late.
 */
const TAKE_FEED = `
  set local idle_in_transaction_session_timeout = '1s';
  set local lock_timeout = '4s';
  select id from feed_state for update`;

/** With more than one of its transactions in the database's queue, a frozen node would hold it up once for each. */
export function createPostgresWriter(db: Kysely<Schema>, turns: WriteTurns): Database['write'] {
  return (change, { goesFirst = false } = {}) => turns.take(() => write(db, change), goesFirst);
}

async function write<Result>(db: Kysely<Schema>, change: Change<Result>): Promise<Result> {
  let conflicts = 0;
  let losses = 0;
  for (;;) {
    let hasBegun = false;
    let isDone = false;
    try {
      return await db.transaction().execute(async (tx) => {
        hasBegun = true;
        await sql.raw(TAKE_FEED).execute(tx);
        const result = await change(tx);
        isDone = true;
        return result;
      });
    } catch (error) {
      // Before the commit is sent it is certain that nothing of it stays.
      const isLoss = error instanceof DatabaseDown && hasBegun && !isDone && !isLockTimeout(error);
      if (isLoss) losses += 1;
      else if (isConflict(error)) conflicts += 1;
      else throw error;
      if (losses > MOST_LOSSES || conflicts > MOST_CONFLICTS) throw error;
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Whoever waited that long for the lock would only wait as long again. */
const isLockTimeout = ({ cause }: DatabaseDown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(error.code ?? '');
