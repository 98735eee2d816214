/** What a copy must have in common with its original: rows of each table, feed position, migrations. */
import { z } from 'zod';
import { MIGRATION_TABLE } from '../storage/engines/ownership.ts';

export const factsSchema = z.strictObject({
  rows: z.record(z.string(), z.int().min(0)),
  feed: z.strictObject({ epoch: z.string(), head: z.int(), prunedThrough: z.int() }),
  migrations: z.array(z.string()),
});
export type Facts = z.infer<typeof factsSchema>;

/** A database that can be inspected, on either engine. */
export interface Inspectable {
  /** Without the tables of the migrations; a table comes after the ones it refers to. */
  tables(): Promise<string[]>;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** The problems that the engine itself reports. */
  findDamage(): Promise<string[]>;
}

export async function readFacts({ tables, query }: Inspectable): Promise<Facts> {
  const rows: Facts['rows'] = {};
  for (const table of await tables()) {
    const [counted] = await query(`select count(*) as count from "${table}"`);
    rows[table] = Number(counted?.['count']);
  }
  const [feed] = await query('select epoch, head, pruned_through from feed_state');
  const migrations = await query(`select name from ${MIGRATION_TABLE} order by name`);
  return {
    rows,
    feed: {
      epoch: String(feed?.['epoch']),
      head: Number(feed?.['head']),
      prunedThrough: Number(feed?.['pruned_through']),
    },
    migrations: migrations.map(({ name }) => String(name)),
  };
}

/** Returns the problems of a restored copy; empty when it matches the original. */
export async function findFaults(restored: Inspectable, expected: Facts): Promise<string[]> {
  const damage = await restored.findDamage();
  if (damage.length > 0) return damage;
  const facts = await readFacts(restored);
  return [...compareFacts(expected, facts), ...(await findFeedGaps(restored, facts))];
}

function compareFacts(expected: Facts, found: Facts): string[] {
  const tables = new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)]);
  const differing = [...tables].filter((table) => expected.rows[table] !== found.rows[table]);
  return [
    ...differing.map(
      (table) =>
        `table ${table} has ${found.rows[table] ?? 'no'} rows instead of ${expected.rows[table] ?? 'none'}`,
    ),
    ...(Bun.deepEquals(expected.feed, found.feed) ? [] : ['the feed is at another id']),
    ...(Bun.deepEquals(expected.migrations, found.migrations) ? [] : ['the schema is another one']),
  ];
}

async function findFeedGaps({ query }: Inspectable, { feed }: Facts): Promise<string[]> {
  const [row] = await query('select count(*) as count, max(id) as last from feed');
  const expected = feed.head - feed.prunedThrough;
  const isWhole =
    Number(row?.['count']) === expected && (expected === 0 || Number(row?.['last']) === feed.head);
  return isWhole ? [] : ['the feed has a gap'];
}

const CONTENT = ['draws', 'news_posts', 'faqs', 'contact_messages', 'user'];

export async function holdsContent({ tables, query }: Inspectable): Promise<boolean> {
  for (const table of await tables()) {
    if (CONTENT.includes(table) && (await query(`select 1 from "${table}" limit 1`)).length > 0) return true;
  }
  return false;
}

/** The number of the public log that is written; 0 if there is none. */
export async function readLogNumber({ tables, query }: Inspectable): Promise<number> {
  if (!(await tables()).includes('log_state')) return 0;
  const [state] = await query('select log from log_state');
  return Number(state?.['log'] ?? 0);
}
