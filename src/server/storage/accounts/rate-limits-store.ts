/** Counters with a window, shared by all nodes: how often something has happened since its window began. */
import { sql } from 'kysely';
import type { Instant } from '../../../core/ist-time.ts';
import type { Counters, CounterTables, Writer } from '../schema.ts';

export interface Count {
  count: number;
  windowStart: Instant;
}

/** The counters as part of a larger change. */
export const countersIn = (tx: Writer): Counters => tx.$pickTables<keyof CounterTables>();

/** Counts one more and returns the sum, in a single statement: of many at once, each gets its own number. */
export const countOne = (db: Counters, key: string, window: number, now: Instant): Promise<Count> =>
  increment(db, key, { most: null, window }, now).executeTakeFirstOrThrow();

/** The same up to `most`: once that is reached, changes nothing and returns null. */
export const countOneUpTo = async (
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
  // A start that lies ahead was left by a clock that has been set back since.
  const isOver = sql<boolean>`(rate_limits.window_start <= ${now - window} or rate_limits.window_start > ${now + window})`;
  return db
    .insertInto('rate_limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((clash) => {
      const update = clash.column('key').doUpdateSet({
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

/** Takes one back that should not have counted; returns whether there was one. */
export async function takeOneBack(db: Counters, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetCount(db: Counters, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Deletes the counters that no window of at most this length can hold. */
export async function pruneCounts(db: Counters, longestWindow: number, now: Instant): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where((eb) =>
      eb.or([eb('window_start', '<', now - longestWindow), eb('window_start', '>', now + longestWindow)]),
    )
    .execute();
}
