/** Counters with a window, shared by all nodes: how often something has happened since its window began. */
import { sql } from 'kysely';
import type { Instant } from '../../../core/ist-time.ts';
import type { Counters, CounterTables, Writer } from '../schema.ts';

export interface Count {
  count: number;
  windowStart: Instant;
}

/** The counters inside a transaction. */
export const countersIn = (tx: Writer): Counters => tx.$pickTables<keyof CounterTables>();

/** Increments and returns the count in a single statement: concurrent callers each get a different number. */
export const incrementCount = (db: Counters, key: string, window: number, now: Instant): Promise<Count> =>
  increment(db, key, { most: null, window }, now).executeTakeFirstOrThrow();

/** Increments up to `most`; then changes nothing and returns null. */
export const incrementCountUpTo = async (
  db: Counters,
  key: string,
  limit: { most: number; window: number },
  now: Instant,
): Promise<Count | null> => (await increment(db, key, limit, now).executeTakeFirst()) ?? null;

function increment(
  db: Counters,
  key: string,
  { most, window }: { most: number | null; window: number },
  now: Instant,
) {
  // A window that starts in the future was written before the clock was set back.
  const isOver = sql<boolean>`(rate_limits.window_start <= ${now - window} or rate_limits.window_start > ${now + window})`;
  return db
    .insertInto('rate_limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) => {
      const update = conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        window_start: sql`case when ${isOver} then ${now} else rate_limits.window_start end`,
      });
      return most === null ? update : update.where(sql<boolean>`${isOver} or rate_limits.count < ${most}`);
    })
    .returning(['count', 'window_start as windowStart']);
}

/** Null when nothing was counted within the window. */
export async function readCount(
  db: Counters,
  key: string,
  window: number,
  now: Instant,
): Promise<Count | null> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'window_start'])
    .where('key', '=', key)
    .where((eb) => eb.between('window_start', now - window + 1, now + window))
    .executeTakeFirst();
  return row ? { count: row.count, windowStart: row.window_start } : null;
}

/** Decrements the count; returns false when there was nothing to decrement. */
export async function decrementCount(db: Counters, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeCount(db: Counters, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Deletes counters whose window has ended, for windows of at most this length. */
export async function pruneCounts(db: Counters, longestWindow: number, now: Instant): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where((eb) =>
      eb.or([eb('window_start', '<', now - longestWindow), eb('window_start', '>', now + longestWindow)]),
    )
    .execute();
}
