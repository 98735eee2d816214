/** Commits to the seeds of today and tomorrow: once for each slot, before the digits can be known. */
import { drawNumberFor } from '../../../core/draw-number.ts';
import { addDays, type Instant, type IstDate, istDateOf } from '../../../core/ist-time.ts';
import { commitTo, SEED_BYTES } from '../../../core/public-log/commitment.ts';
import { type CommittedDay, daysToCommit } from '../../../core/public-log/committed-days.ts';
import type { NewEntry } from '../../../core/public-log/entries.ts';
import { SLOTS } from '../../../core/slots.ts';
import { readLogNow, type TransactionLog } from '../../public-log/append-entries.ts';
import { nodeCrypto } from '../../public-log/node-crypto.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import { insertSeedDay, readCommittedDates, type Seed } from '../../storage/public-log/seeds-store.ts';
import type { Writer } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';

/** Returns the days that it committed. `now` is the time that automation trusts. */
export async function commitDays(services: ServiceContext, now: Instant): Promise<IstDate[]> {
  const { database } = services;
  const today = istDateOf(now);
  const committed = await readCommittedDates(database.db, today);
  // A write is needed only once a day.
  if (committed.includes(today) && committed.includes(addDays(today, 1))) return [];
  return database.write(async (tx) => commitDaysIn(tx, services, await readLogNow(tx, services, now)));
}

/** The same inside a transaction. */
export async function commitDaysIn(
  tx: Writer,
  services: ServiceContext,
  publicLog: TransactionLog,
): Promise<IstDate[]> {
  const { settings } = await readSettings(tx);
  const committed = await readCommittedDates(tx, istDateOf(publicLog.at));
  const beacon = services.publicLog.beaconChain;
  const days = daysToCommit(committed, publicLog.at, { generateTime: settings.generateTime, beacon });
  for (const day of days) await commitDay(tx, services, day, publicLog);
  return days.map(({ date }) => date);
}

async function commitDay(
  tx: Writer,
  { randomBytes }: ServiceContext,
  { date, draftsFrom, chain, round }: CommittedDay,
  publicLog: TransactionLog,
): Promise<void> {
  const seeds: Seed[] = [];
  const entries: NewEntry[] = [];
  for (const slot of SLOTS) {
    const seed = new Uint8Array(randomBytes(SEED_BYTES));
    const context = { date, slot, drawNo: drawNumberFor(date, slot), chain, round };
    seeds.push({ draw_no: context.drawNo, date, slot, seed: seed.toHex(), opened_at: null });
    entries.push({ kind: 'commit', ...context, commit: await commitTo(context, seed, nodeCrypto) });
  }
  await insertSeedDay(
    tx,
    {
      date,
      drafts_from: draftsFrom,
      chain,
      round,
      beacon: round === 0 ? 'none' : 'awaited',
      signature: null,
      prepared_at: null,
    },
    seeds,
  );
  await publicLog.append(entries);
}
