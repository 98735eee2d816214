/**
 * Messages are sent outside of transactions, and what became of them is recorded afterwards: an outage of the database
 * in between must not cause them to be sent again.
 */
import { SECOND } from '../../core/ist-time.ts';
import { DatabaseDown } from '../errors.ts';
import type { Database } from '../storage/engines/database.ts';
import type { Writer } from '../storage/schema.ts';

const TRY_AGAIN_AFTER = SECOND / 2;
/** Longer than other nodes take to record after an outage. */
const CLAIM_AFTER_OUTAGE = 3 * SECOND;

/** Records what became of messages, during an outage as soon as it ends. Rejects if the server stops before. */
export async function recordSent<Result>(
  { write }: Pick<Database, 'write'>,
  change: (tx: Writer) => Promise<Result>,
  isStopped: () => boolean,
): Promise<Result> {
  for (;;) {
    try {
      return await write(change);
    } catch (error) {
      if (!(error instanceof DatabaseDown) || isStopped()) throw error;
      await Bun.sleep(TRY_AGAIN_AFTER);
    }
  }
}

/**
 * Runs `claim` as one write, but not in the first seconds after an outage: claims that ended in it may belong to nodes
 * that have yet to record.
 */
export async function claimAfterOutages<Result>(
  database: Pick<Database, 'write' | 'state'>,
  claim: (tx: Writer) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    await Bun.sleep(timeUntilCanClaim(database));
    const made = await database.write((tx) => claimUnlessTooEarly(database, tx, claim));
    if (made) return made.claimed;
  }
}

/**
 * Null during an outage, in which small writes may succeed on a full disk, and in the first seconds after it. Decided
 * within the write, because an outage of PostgreSQL rejects all that are open.
 */
export const claimUnlessTooEarly = async <Result>(
  database: Pick<Database, 'state'>,
  tx: Writer,
  claim: (tx: Writer) => Promise<Result>,
): Promise<{ claimed: Result } | null> =>
  timeUntilCanClaim(database) === 0 ? { claimed: await claim(tx) } : null;

function timeUntilCanClaim({ state }: Pick<Database, 'state'>): number {
  const { canBeWritten, recoveredAt } = state();
  if (!canBeWritten) return CLAIM_AFTER_OUTAGE;
  return recoveredAt === null ? 0 : Math.max(0, recoveredAt + CLAIM_AFTER_OUTAGE - performance.now());
}
