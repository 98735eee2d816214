/** The first three steps of the check of a draw: its commitment, its beacon, and the digits that follow from both. */
import type { Instant } from '../ist-time.ts';
import { type BeaconChain, isGenuineSignature, QUICKNET, roundTime } from './beacon-chain.ts';
import { commitTo, digitsFromSeed } from './commitment.ts';
import type { Crypto } from './crypto.ts';
import {
  type BeaconFinding,
  type CommitmentFinding,
  commitmentOf,
  type DigitInput,
  type DigitSteps,
  type DigitsFinding,
  findShownOtherwise,
  type Indexed,
  type NothingToCheck,
  ofKind,
} from './draw-check-findings.ts';
import { type CheckStep, failed, noted, passed } from './draw-check-input.ts';
import { checkSealedResult } from './draw-check-sealed.ts';
import { type EntryOf, type SeedOpening, timeOf } from './entries.ts';
import { isContinued } from './replay-origin.ts';

const same = (step: CheckStep<NothingToCheck>): DigitSteps => ({
  commitment: step,
  beacon: step,
  digits: step,
});

export async function checkDigits(input: DigitInput, crypto: Crypto): Promise<DigitSteps> {
  const { entries, draw } = input;
  if (ofKind(entries, 'adopt').some(({ entry }) => entry.id === draw.id)) return same(noted('adopted'));
  const first = ofKind(entries, 'result').find(({ entry }) => entry.id === draw.id && entry.opening !== null);
  if (!first) return same(failed('no result'));
  const { opening } = first.entry;
  if (opening === null) return same(failed('no result'));
  return 'salt' in opening
    ? checkSealedResult(input, first, opening.salt, crypto)
    : checkDrawn(input, first, opening, crypto);
}

async function checkDrawn(
  input: DigitInput,
  result: Indexed<'result'>,
  opening: SeedOpening,
  crypto: Crypto,
): Promise<DigitSteps> {
  const commit = commitmentOf(input.entries, result.entry.drawNo);
  if (!commit || commit.index > result.index) return same(failed('no commitment'));
  return {
    commitment: checkCommitment(input, commit, result.index),
    beacon: await checkBeacon(input, commit.entry, opening, crypto),
    digits: await checkComputedDigits(input, commit.entry, result.entry, opening, crypto),
  };
}

function checkCommitment(
  { chains, origin, seen }: DigitInput,
  { index, entry }: Indexed<'commit'>,
  resultIndex: number,
): CheckStep<CommitmentFinding> {
  const { at, commit, chain, round } = entry;
  const figures = { commit, committedAt: at, position: String(index) };
  if (round === 0) return noted('without a beacon', figures);
  const known = chains.get(chain);
  if (!known) return failed('unknown beacon', { ...figures, chain });
  const revealed = roundTime(known, round);
  const withRound = { ...figures, round: String(round), roundAt: textOf(revealed) };
  // A record with the result is younger than the round, whatever the clock of the browser said.
  const first = seen.find(({ size }) => size > index && size <= resultIndex);
  if (first && first.at < revealed) {
    return passed('seen before the beacon', { ...withRound, seenAt: textOf(first.at) });
  }
  if (timeOf(entry) < revealed) return passed('before the beacon', withRound);
  return isContinued(origin)
    ? noted('repeated after a restore', withRound)
    : failed('after the beacon', withRound);
}

/** A hostile round may have a time that no date has. */
const textOf = (time: Instant): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
};

async function checkBeacon(
  { chains, entries }: DigitInput,
  { date, round, chain }: EntryOf<'commit'>,
  { signature }: SeedOpening,
  crypto: Crypto,
): Promise<CheckStep<BeaconFinding>> {
  if (round === 0) return noted('without a beacon');
  const figures = { chain, round: String(round) };
  if (signature === null) {
    const isMissing = ofKind(entries, 'nobeacon').some(({ entry }) => entry.date === date);
    return isMissing ? noted('beacon missing', figures) : failed('signature missing', figures);
  }
  const known = chains.get(chain);
  const all = { ...figures, signature };
  if (!known) return failed('unknown beacon', all);
  if (!(await isGenuineSignature(known, round, signature, crypto))) return failed('signature false', all);
  return passed(isPublicBeacon(known) ? 'genuine' : 'genuine of this site', {
    ...all,
    publicKey: known.publicKey,
  });
}

/** A site can know the rounds of its own beacon beforehand, whatever it calls it. */
const isPublicBeacon = ({ id, publicKey, genesis, period }: BeaconChain): boolean =>
  id === QUICKNET.id &&
  publicKey === QUICKNET.publicKey &&
  genesis === QUICKNET.genesis &&
  period === QUICKNET.period;

async function checkComputedDigits(
  input: DigitInput,
  commit: EntryOf<'commit'>,
  result: EntryOf<'result'>,
  { seed, signature }: SeedOpening,
  crypto: Crypto,
): Promise<CheckStep<DigitsFinding>> {
  const bytes = Uint8Array.fromHex(seed);
  const computedCommit = await commitTo(commit, bytes, crypto);
  if (computedCommit !== commit.commit) {
    return failed('seed differs', { seed, computedCommit, commit: commit.commit });
  }
  const computedDigits = await digitsFromSeed(commit, bytes, signature, crypto);
  const figures = { seed, computedCommit, computedDigits };
  if (computedDigits !== result.digits) return failed('digits differ', { ...figures, digits: result.digits });
  const follows = passed(signature === null ? 'follow from the seed' : 'follow', figures);
  return findShownOtherwise(input, result, figures) ?? follows;
}
