/** The secret seeds, and the days that they were committed for. */
import { sql } from 'kysely';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type SeedDay = Row<'seed_days'>;
export type Seed = Row<'seeds'>;

export const findSeedDay = (db: Reader, date: IstDate): Promise<SeedDay | undefined> =>
  db.selectFrom('seed_days').selectAll().where('date', '=', date).executeTakeFirst();

export async function readCommittedDates(db: Reader, from: IstDate): Promise<IstDate[]> {
  const rows = await db.selectFrom('seed_days').select('date').where('date', '>=', from).execute();
  return rows.map(({ date }) => date);
}

/** When the drafts of the next committed day are made. */
export async function readNextDraftsFrom(db: Reader, now: Instant): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('seed_days')
    .select('drafts_from')
    .where('drafts_from', '>', now)
    .orderBy('drafts_from')
    .limit(1)
    .executeTakeFirst();
  return row?.drafts_from;
}

export async function insertSeedDay(tx: Writer, day: SeedDay, seeds: readonly Seed[]): Promise<void> {
  await tx.insertInto('seed_days').values(day).execute();
  await tx.insertInto('seeds').values(seeds).execute();
}

export async function updateSeedDay(
  tx: Writer,
  date: IstDate,
  change: Partial<Pick<SeedDay, 'beacon' | 'signature' | 'prepared_at'>>,
): Promise<void> {
  await tx.updateTable('seed_days').set(change).where('date', '=', date).execute();
}

export const readSeedsOfDay = (db: Reader, date: IstDate): Promise<Seed[]> =>
  db.selectFrom('seeds').selectAll().where('date', '=', date).orderBy('slot').execute();

/** A seed with the round of its day. */
export type CommittedSeed = Seed & Pick<SeedDay, 'chain' | 'round' | 'beacon' | 'signature' | 'prepared_at'>;

export const readUnopenedSeeds = (db: Reader): Promise<CommittedSeed[]> =>
  db
    .selectFrom('seeds')
    .innerJoin('seed_days', 'seed_days.date', 'seeds.date')
    .selectAll('seeds')
    .select(['seed_days.chain', 'seed_days.round', 'seed_days.beacon', 'seed_days.signature'])
    .select('seed_days.prepared_at')
    .where('seeds.opened_at', 'is', null)
    .orderBy('seeds.date')
    .orderBy('seeds.slot')
    .execute();

export interface OpenedSeed extends Pick<Seed, 'seed'>, Pick<SeedDay, 'chain' | 'round' | 'signature'> {
  drawNo: string;
}

/** Marks the seeds as opened, unless they are, and returns them in the order of their slots. */
export async function openSeeds(
  tx: Writer,
  drawNumbers: readonly string[],
  at: Instant,
): Promise<OpenedSeed[]> {
  const rows = await tx
    .updateTable('seeds')
    .set((eb) => ({ opened_at: eb.fn.coalesce('opened_at', eb.val(at)) }))
    .where('draw_no', 'in', drawNumbers)
    .returning(['draw_no', 'date', 'slot', 'seed'])
    .returning([ofDay('chain'), ofDay('round'), ofDay('signature')])
    .execute();
  return rows
    .sort((one, other) => `${one.date} ${one.slot}`.localeCompare(`${other.date} ${other.slot}`))
    .map(({ draw_no: drawNo, seed, chain, round, signature }) => ({ drawNo, seed, chain, round, signature }));
}

/** A subquery, because SQLite returns only columns of the table that is changed. */
const ofDay = <Column extends 'chain' | 'round' | 'signature'>(column: Column) =>
  sql<SeedDay[Column]>`(select ${sql.ref(column)} from seed_days where seed_days.date = seeds.date)`.as(
    column,
  );
