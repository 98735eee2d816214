/** Counters with a window, shared by all nodes: how often something has happened since its window began. */
import { sql } from 'kysely';
import type { Instant } from '../../core/ist-time.ts';
import type { Reader } from './schema.ts';

export interface Count {
  count: number;
  windowStart: Instant;
}

/**
 * Counts one more and answers with the sum, in a single statement: of many that come at once each gets
 * its own number. It needs no transaction, as no record goes with it.
 */
export async function countOne(db: Reader, key: string, window: number, now: Instant): Promise<Count> {
  // A start that lies ahead was left by a clock that has been set back since.
  const isOver = sql<boolean>`(rate_limits.window_start <= ${now - window} or rate_limits.window_start > ${now + window})`;
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((clash) =>
      clash.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        window_start: sql`case when ${isOver} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return { count: row.count, windowStart: row.window_start };
}

/** How often it has happened, without counting on. */
export async function readCount(db: Reader, key: string, window: number, now: Instant): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', key)
    .where((eb) => eb.between('window_start', now - window + 1, now + window))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Takes one back that should not have counted. */
export async function takeOneBack(db: Reader, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

export async function forgetCount(db: Reader, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Forgets the counters whose window began before an instant. */
export async function pruneCounts(db: Reader, before: Instant): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_start', '<', before).execute();
}
