/** Opens the seeds whose digits were not used, at the time of their result. */
import type { Instant } from '../../../core/ist-time.ts';
import { openingInstant } from '../../../core/public-log/committed-days.ts';
import { readLogNow, type TransactionLog } from '../../public-log/append-entries.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import { openSeeds, readUnopenedSeeds } from '../../storage/public-log/seeds-store.ts';
import type { Reader, Writer } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import { readSeedDigits } from './seed-digits.ts';

/**
 * For automation. `now` is the time that it trusts; the database's clock decides where there is one. Returns when the
 * next seed is opened unless its result is published; infinite if there is none.
 */
export async function openDueSeeds(services: ServiceContext, now: Instant): Promise<Instant> {
  const { database } = services;
  const seeds = await readOpeningTimes(database.db);
  const nextAt = Math.min(...seeds.filter(({ at }) => at > now).map(({ at }) => at));
  if (seeds.some(({ at }) => at <= now))
    await database.write(async (tx) => openDueIn(tx, await readLogNow(tx, services, now)));
  return nextAt;
}

async function readOpeningTimes(db: Reader): Promise<{ drawNo: string; at: Instant }[]> {
  const { settings } = await readSettings(db);
  const seeds = await readSeedDigits(db, await readUnopenedSeeds(db));
  return seeds.map(({ seed: { draw_no: drawNo, date, slot, prepared_at }, areSecret: isSecret }) => {
    const unopened = { date, slot, isDayPrepared: prepared_at !== null, isSecret };
    return { drawNo, at: openingInstant(unopened, settings.publishDelay) };
  });
}

async function openDueIn(tx: Writer, { at, append }: TransactionLog): Promise<void> {
  const times = await readOpeningTimes(tx);
  const due = times.filter((seed) => seed.at <= at).map(({ drawNo }) => drawNo);
  if (due.length === 0) return;
  const opened = await openSeeds(tx, due, at);
  await append(opened.map((opening) => ({ kind: 'opened', ...opening })));
}
