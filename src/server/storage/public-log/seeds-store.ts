/** The secret seeds, and the days that they were committed for. */
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { UnopenedSeed } from '../../../core/public-log/committed-days.ts';
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
export type CommittedSeed = Seed & Pick<SeedDay, 'chain' | 'round' | 'beacon' | 'signature'>;

export const findSeed = (db: Reader, drawNo: string): Promise<CommittedSeed | undefined> =>
  committedSeeds(db).where('seeds.draw_no', '=', drawNo).executeTakeFirst();

export const readUnopenedSeeds = (db: Reader): Promise<CommittedSeed[]> =>
  committedSeeds(db)
    .where('seeds.opened_at', 'is', null)
    .orderBy('seeds.date')
    .orderBy('seeds.slot')
    .execute();

const committedSeeds = (db: Reader) =>
  db
    .selectFrom('seeds')
    .innerJoin('seed_days', 'seed_days.date', 'seeds.date')
    .selectAll('seeds')
    .select(['seed_days.chain', 'seed_days.round', 'seed_days.beacon', 'seed_days.signature']);

/** Without the seeds themselves. */
export async function readSeedsToOpen(db: Reader): Promise<UnopenedSeed[]> {
  const rows = await db
    .selectFrom('seeds')
    .innerJoin('seed_days', 'seed_days.date', 'seeds.date')
    .leftJoin('draws', (join) =>
      join
        .onRef('draws.draw_no', '=', 'seeds.draw_no')
        .on('draws.provenance', '=', 'generated')
        .on('draws.published', '=', 0)
        .on('draws.salt', 'is', null),
    )
    .select(['seeds.draw_no as drawNo', 'seeds.date', 'seeds.slot'])
    .select(['seed_days.prepared_at', 'draws.id as draftId'])
    .where('seeds.opened_at', 'is', null)
    .orderBy('seeds.date')
    .orderBy('seeds.slot')
    .execute();
  return rows.map(({ prepared_at, draftId, ...seed }) => ({
    ...seed,
    isDayPrepared: prepared_at !== null,
    hasDraft: draftId !== null,
  }));
}

export async function markOpened(tx: Writer, drawNumbers: readonly string[], at: Instant): Promise<void> {
  await tx.updateTable('seeds').set({ opened_at: at }).where('draw_no', 'in', drawNumbers).execute();
}
