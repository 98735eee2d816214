/** Stores the beacon's signature for a day, or that it was not available. The first node to do so decides. */
import { BEACON_DEADLINE } from '../../../core/public-log/committed-days.ts';
import { readLogNow } from '../../public-log/append-entries.ts';
import { findSeedDay, type SeedDay, updateSeedDay } from '../../storage/public-log/seeds-store.ts';
import type { ServiceContext } from '../context.ts';

/**
 * The signature must be verified; null after the deadline. Does nothing if the day awaits another round: a restore may
 * have replaced it while this one was fetched.
 */
export const recordBeacon = (
  services: ServiceContext,
  { date, chain, round }: Pick<SeedDay, 'date' | 'chain' | 'round'>,
  signature: string | null,
): Promise<void> =>
  services.database.write(async (tx) => {
    const day = await findSeedDay(tx, date);
    if (day?.beacon !== 'awaited' || day.chain !== chain || day.round !== round) return;
    if (signature !== null) {
      await updateSeedDay(tx, date, { beacon: 'verified', signature });
      return;
    }
    const publicLog = await readLogNow(tx, services);
    // The clock was set back while a node waited: it waits again.
    if (publicLog.at < day.drafts_from + BEACON_DEADLINE) return;
    await updateSeedDay(tx, date, { beacon: 'missing' });
    await publicLog.append([{ kind: 'nobeacon', date, round }]);
  });
