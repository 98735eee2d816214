/** Results that are pushed, in batches of devices: each batch is sent by one node at a time. */
import { randomUUID } from 'node:crypto';
import { type Instant, SECOND } from '../../../core/ist-time.ts';
import { flag } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

/** Longer than any attempt takes; afterwards other nodes can send what a node that crashed had claimed. */
const CLAIMED_FOR = 30 * SECOND;

export type PushRun = Row<'push_runs'>;

export interface PushBatch {
  id: string;
  drawId: string;
  endpoints: string[];
  attempts: number;
  dueAt: Instant;
}

/** Continues the run of a draw that was withdrawn and is published again: no device gets it twice. */
export async function beginRun(
  tx: Writer,
  { drawId, publishedAt }: { drawId: string; publishedAt: Instant },
): Promise<void> {
  const changing = { published_at: publishedAt, all_claimed: 0 as const };
  await tx
    .insertInto('push_runs')
    .values({ draw_id: drawId, claims_new: 0, claimed_through: '', is_accepted: 0, ...changing })
    .onConflict((conflict) => conflict.column('draw_id').doUpdateSet(changing))
    .execute();
}

const unclaimedRuns = (db: Reader) => db.selectFrom('push_runs').selectAll().where('all_claimed', '=', 0);

/** The first that has come to new devices, or to the others. */
export const findUnclaimedRun = (db: Reader, { isNew }: { isNew: boolean }): Promise<PushRun | undefined> =>
  unclaimedRuns(db).where('claims_new', '=', flag(isNew)).orderBy('published_at').limit(1).executeTakeFirst();

export const findRun = (db: Reader, drawId: string): Promise<PushRun | undefined> =>
  db.selectFrom('push_runs').selectAll().where('draw_id', '=', drawId).executeTakeFirst();

export async function updateRun(
  tx: Writer,
  drawId: string,
  change: Partial<Pick<PushRun, 'claims_new' | 'claimed_through' | 'all_claimed'>>,
): Promise<void> {
  await tx.updateTable('push_runs').set(change).where('draw_id', '=', drawId).execute();
}

export async function markAccepted(tx: Writer, drawId: string): Promise<void> {
  await tx
    .updateTable('push_runs')
    .set({ is_accepted: 1 })
    .where('draw_id', '=', drawId)
    .where('is_accepted', '=', 0)
    .execute();
}

/** The new batch is claimed by this node. */
export async function insertBatch(
  tx: Writer,
  { drawId, endpoints }: Pick<PushBatch, 'drawId' | 'endpoints'>,
  now: Instant,
): Promise<PushBatch> {
  const id = randomUUID();
  const dueAt = now + CLAIMED_FOR;
  await tx
    .insertInto('push_batches')
    .values({ id, draw_id: drawId, endpoints: JSON.stringify(endpoints), attempts: 1, due_at: dueAt })
    .execute();
  return { id, drawId, endpoints, attempts: 1, dueAt };
}

const dueBatches = (db: Reader, now: Instant) =>
  db.selectFrom('push_batches').selectAll().where('due_at', '<=', now);

/** Claims a batch whose next attempt is due, or whose node has not finished it in time. */
export async function claimDueBatch(tx: Writer, now: Instant): Promise<PushBatch | null> {
  const row = await dueBatches(tx, now).orderBy('due_at').limit(1).executeTakeFirst();
  if (!row) return null;
  const dueAt = now + CLAIMED_FOR;
  const attempts = row.attempts + 1;
  await tx.updateTable('push_batches').set({ due_at: dueAt, attempts }).where('id', '=', row.id).execute();
  return { id: row.id, drawId: row.draw_id, endpoints: JSON.parse(row.endpoints), attempts, dueAt };
}

/** Changes nothing when another node has claimed the batch meanwhile. */
export async function postponeBatch(
  tx: Writer,
  { id, dueAt }: PushBatch,
  next: { endpoints: readonly string[]; dueAt: Instant },
): Promise<void> {
  await tx
    .updateTable('push_batches')
    .set({ endpoints: JSON.stringify(next.endpoints), due_at: next.dueAt })
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .execute();
}

export async function removeBatch(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('push_batches').where('id', '=', id).execute();
}

export async function hasUnclaimedPushes(db: Reader, now: Instant): Promise<boolean> {
  if (await unclaimedRuns(db).limit(1).executeTakeFirst()) return true;
  return (await dueBatches(db, now).limit(1).executeTakeFirst()) !== undefined;
}

/** A run is kept after its end, so that its draw is not pushed again. */
export async function pruneRuns(tx: Writer, before: Instant): Promise<void> {
  await tx.deleteFrom('push_runs').where('published_at', '<', before).execute();
}
