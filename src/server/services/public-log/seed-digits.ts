/** The digits that committed seeds give, and which of them an unpublished draft has. */
import { digitsFromSeed } from '../../../core/public-log/commitment.ts';
import { nodeCrypto } from '../../public-log/node-crypto.ts';
import { findDraftDigits } from '../../storage/draws/draws-store.ts';
import type { CommittedSeed } from '../../storage/public-log/seeds-store.ts';
import type { Reader } from '../../storage/schema.ts';

type SeedOfDay = Pick<CommittedSeed, 'date' | 'slot' | 'draw_no' | 'seed' | 'chain' | 'round' | 'signature'>;

const digitsOf = ({ draw_no: drawNo, seed, signature, ...place }: SeedOfDay): Promise<string> =>
  digitsFromSeed({ ...place, drawNo }, Uint8Array.fromHex(seed), signature, nodeCrypto);

export interface SeedDigits<Seed> {
  seed: Seed;
  digits: string;
  /** Whether an unpublished draft has them: that of its slot, also if staff moved or renumbered it. */
  areSecret: boolean;
}

export async function readSeedDigits<Seed extends SeedOfDay>(
  db: Reader,
  seeds: readonly Seed[],
): Promise<SeedDigits<Seed>[]> {
  const digits = await Promise.all(seeds.map(digitsOf));
  const secret = await findDraftDigits(db, digits);
  return seeds.map((seed, index) => {
    const own = digits[index] ?? '';
    return { seed, digits: own, areSecret: secret.has(own) };
  });
}
