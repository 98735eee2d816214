/** Rules for what a result opens: its seed, its seal, or nothing. */
import type { Instant } from '../ist-time.ts';
import { isSameResult } from '../result.ts';
import { roundTime } from './beacon-chain.ts';
import { commitTo, digitsFromSeed, sealResult } from './commitment.ts';
import type { Hashing } from './crypto.ts';
import { type EntryOf, type SeedOpening, timeOf } from './entries.ts';
import type { LoggedCommitment, LoggedDraw, ReplayContext } from './replay-state.ts';

/** Whether it opens that commitment. */
export async function checkSeed(
  { seed, chain, round }: SeedOpening,
  commitment: LoggedCommitment,
  hashing: Pick<Hashing, 'sha256'>,
): Promise<string | null> {
  if (chain !== commitment.chain || round !== commitment.round) {
    return 'its chain or round is not that of the commitment';
  }
  const commit = await commitTo(commitment, Uint8Array.fromHex(seed), hashing);
  return commit === commitment.commit ? null : 'its seed is not that of the commitment';
}

/** Whether the signature is the one that the commitment asks for. */
export async function checkSignature(
  { signature }: SeedOpening,
  { date, chain, round }: LoggedCommitment,
  at: Instant,
  { state, chains, isGenuine }: ReplayContext,
): Promise<string | null> {
  if (round === 0) return signature === null ? null : 'it has a signature but no beacon round';
  if (state.days.get(date)?.failed) {
    return signature === null ? null : 'it has a signature that the log says was not available';
  }
  if (signature === null) return 'the signature of its beacon round is missing';
  const known = chains.get(chain);
  if (!known) return 'its beacon chain is not known';
  if (at < roundTime(known, round)) return 'it has a signature before the time of its beacon round';
  return (await isGenuine(known, round, signature))
    ? null
    : 'the signature of its beacon round is not genuine';
}

export async function checkSeedResult(
  entry: EntryOf<'result'>,
  opening: SeedOpening,
  context: ReplayContext,
): Promise<string | null> {
  const { state, crypto } = context;
  if (entry.provenance !== 'generated') return 'only a generated result opens a seed';
  if (state.draws.has(entry.id)) return 'it was sealed or public before, so it does not open a seed';
  const commitment = state.commitments.get(entry.drawNo);
  if (!commitment) return 'there is no commitment for its number';
  const { date, slot, used } = commitment;
  if (date !== entry.date || slot !== entry.slot) return 'its date or slot is not that of the commitment';
  if (used) return 'another result had the digits of its seed before';
  if (commitment.opening && !isSameOpening(commitment.opening, opening)) {
    return 'its seed was opened in another way before';
  }
  const breach =
    (await checkSeed(opening, commitment, crypto)) ??
    (await checkSignature(opening, commitment, timeOf(entry), context));
  if (breach) return breach;
  const digits = await digitsFromSeed(
    commitment,
    Uint8Array.fromHex(opening.seed),
    opening.signature,
    crypto,
  );
  return digits === entry.digits ? null : 'its digits do not follow from its seed and beacon';
}

const isSameOpening = (one: SeedOpening, other: SeedOpening): boolean =>
  one.seed === other.seed &&
  one.chain === other.chain &&
  one.round === other.round &&
  one.signature === other.signature;

export async function checkSaltResult(
  entry: EntryOf<'result'>,
  salt: string,
  draw: LoggedDraw | undefined,
  { crypto, state }: ReplayContext,
): Promise<string | null> {
  const seal = draw?.seal;
  if (!draw || !seal) return 'it was not sealed';
  if (seal.drawNo !== entry.drawNo || seal.date !== entry.date || seal.slot !== entry.slot) {
    return 'it was sealed with another number, date or slot';
  }
  if ((await sealResult(entry, Uint8Array.fromHex(salt), crypto)) !== seal.sealed) {
    return 'it is not what was sealed';
  }
  const { provenance } = entry;
  if (!draw.shown) {
    return provenance === 'entered' || provenance === 'edited'
      ? null
      : 'a sealed result is entered or edited when it is first published';
  }
  if (state.correctedWhileWithdrawn !== entry.id)
    return 'a withdrawn result was changed without a correction before it';
  if (!isSameResult(draw.shown.result, entry)) return 'it is not what the correction before it says';
  return provenance === 'corrected' ? null : 'a changed result must be marked as corrected';
}

export function checkUnchangedResult(entry: EntryOf<'result'>, draw: LoggedDraw | undefined): string | null {
  if (!draw?.shown) return 'it opens nothing, and was not public before';
  const isUnchanged = isSameResult(draw.shown.result, entry) && draw.shown.provenance === entry.provenance;
  return isUnchanged ? null : 'it opens nothing, and is not what was public before';
}
