/** How many visitors were connected to each node, minute by minute. */
import type { Instant } from '../../../core/ist-time.ts';
import type { Reader, Writer } from '../schema.ts';

export interface VisitorSample {
  at: Instant;
  node: string;
  visitors: number;
}

export async function recordVisitors(tx: Writer, sample: VisitorSample): Promise<void> {
  await tx
    .insertInto('visitor_counts')
    .values(sample)
    .onConflict((conflict) => conflict.columns(['at', 'node']).doUpdateSet({ visitors: sample.visitors }))
    .execute();
}

/** The sum of the latest counts of the other nodes, without nodes that have no count since `since`. */
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

/** All nodes together, at every instant that is a multiple of the step, the oldest first. */
export async function readVisitorHistory(
  db: Reader,
  since: Instant,
  step: number,
): Promise<{ at: Instant; visitors: number }[]> {
  const rows = await db
    .selectFrom('visitor_counts')
    .select((eb) => ['at', eb.fn.sum<number | string>('visitors').as('visitors')])
    .where('at', '>=', since)
    .where((eb) => eb(eb('at', '%', eb.lit(step)), '=', eb.lit(0)))
    .groupBy('at')
    .orderBy('at')
    .execute();
  // PostgreSQL returns the sum as `numeric`, which arrives as text.
  return rows.map(({ at, visitors }) => ({ at, visitors: Number(visitors) }));
}

export async function pruneVisitors(tx: Writer, before: Instant): Promise<void> {
  await tx.deleteFrom('visitor_counts').where('at', '<', before).execute();
}
