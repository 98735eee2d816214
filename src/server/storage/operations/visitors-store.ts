/** The maximum of visitors that were connected to each node, minute by minute. */
import type { Instant } from '../../../core/ist-time.ts';
import type { Reader, Writer } from '../schema.ts';

export interface VisitorCount {
  at: Instant;
  node: string;
  visitors: number;
}

export async function recordVisitors(tx: Writer, count: VisitorCount): Promise<void> {
  await tx
    .insertInto('visitor_counts')
    .values(count)
    .onConflict((conflict) => conflict.columns(['at', 'node']).doUpdateSet({ visitors: count.visitors }))
    .execute();
}

/** The sum of the newest counts of the other nodes, with which their current minute began, without nodes that have no count since `since`. */
export async function readVisitorsElsewhere(db: Reader, node: string, since: Instant): Promise<number> {
  const samples = await db
    .selectFrom('visitor_counts')
    .select(['node', 'visitors'])
    .where('at', '>=', since)
    .where('node', '!=', node)
    .orderBy('at')
    .execute();
  const latest = new Map(samples.map((sample) => [sample.node, sample.visitors]));
  return latest.values().reduce((sum, visitors) => sum + visitors, 0);
}

/** The maximum of all nodes together in each step, by its beginning, the oldest first. */
export async function readVisitorHistory(
  db: Reader,
  since: Instant,
  step: number,
): Promise<{ at: Instant; visitors: number }[]> {
  const minutes = db
    .selectFrom('visitor_counts')
    .select((eb) => ['at', eb.fn.sum<number | string>('visitors').as('visitors')])
    .where('at', '>=', since)
    .groupBy('at')
    .as('minutes');
  const rows = await db
    .selectFrom(minutes)
    .select((eb) => [
      eb('at', '-', eb('at', '%', eb.lit(step))).as('beginning'),
      eb.fn.max('visitors').as('visitors'),
    ])
    .groupBy('beginning')
    .orderBy('beginning')
    .execute();
  // PostgreSQL returns the sum as `numeric`, which arrives as text.
  return rows.map(({ beginning, visitors }) => ({ at: Number(beginning), visitors: Number(visitors) }));
}

export async function pruneVisitors(tx: Writer, before: Instant): Promise<void> {
  await tx.deleteFrom('visitor_counts').where('at', '<', before).execute();
}
