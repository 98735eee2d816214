/** The first three steps of the check of a draw: its commitment, its beacon, and the digits that follow from both. */
import { drawNumberFor } from '../draw-number.ts';
import type { Instant } from '../ist-time.ts';
import { type BeaconChain, isGenuineSignature, QUICKNET, roundTime } from './beacon-chain.ts';
import { commitTo, digitsFromSeed, sealResult } from './commitment.ts';
import type { Crypto } from './crypto.ts';
import type { CheckStep, DrawCheckInput, Figures, Outcome } from './draw-check.ts';
import type { IndexedEntry } from './draw-check-log.ts';
import { type EntryKind, type EntryOf, type SeedOpening, timeOf } from './entries.ts';
import { isContinued } from './replay-origin.ts';

/** Of results that were not drawn, or cannot be checked. */
type AnyFinding = 'entered by staff' | 'adopted' | 'no result' | 'no commitment';

export type CommitmentFinding =
  | AnyFinding
  | 'before the beacon'
  | 'seen before the beacon'
  | 'without a beacon'
  | 'repeated after a restore'
  | 'after the beacon'
  | 'unknown beacon';

export type BeaconFinding =
  | AnyFinding
  | 'genuine'
  | 'genuine of this site'
  | 'without a beacon'
  | 'beacon missing'
  | 'signature missing'
  | 'signature false'
  | 'unknown beacon';

export type DigitsFinding =
  | Exclude<AnyFinding, 'entered by staff'>
  | 'follow'
  | 'follow from the seed'
  | 'corrected later'
  | 'seal opens'
  | 'sealed, corrected later'
  | 'seed differs'
  | 'digits differ'
  | 'seal differs';

export interface DigitSteps {
  commitment: CheckStep<CommitmentFinding>;
  beacon: CheckStep<BeaconFinding>;
  digits: CheckStep<DigitsFinding>;
}

export interface DigitInput extends DrawCheckInput {
  /** Of the log, in order. */
  entries: readonly IndexedEntry[];
  /** Of the signed checkpoint; empty without one. */
  origin: string;
  /** The record that the log still contains; null without one. */
  seen: { at: Instant; size: number } | null;
}

const withOutcome =
  (outcome: Outcome) =>
  <Finding extends string>(finding: Finding, figures: Figures = {}): CheckStep<Finding> => ({
    outcome,
    finding,
    figures,
  });
const passed = withOutcome('passed');
const noted = withOutcome('noted');
const failed = withOutcome('failed');

const same = (step: CheckStep<Exclude<AnyFinding, 'entered by staff'>>): DigitSteps => ({
  commitment: step,
  beacon: step,
  digits: step,
});

type Indexed<Kind extends EntryKind> = { index: number; entry: EntryOf<Kind> };

const ofKind = <Kind extends EntryKind>(entries: readonly IndexedEntry[], kind: Kind): Indexed<Kind>[] =>
  entries.filter((each): each is Indexed<Kind> => each.entry.kind === kind);

export async function findHowDigitsCame(input: DigitInput, crypto: Crypto): Promise<DigitSteps> {
  const { entries, draw } = input;
  if (ofKind(entries, 'adopt').some(({ entry }) => entry.id === draw.id)) return same(noted('adopted'));
  const first = ofKind(entries, 'result').find(({ entry }) => entry.id === draw.id && entry.opening !== null);
  if (!first) return same(failed('no result'));
  const { opening } = first.entry;
  if (opening === null) return same(failed('no result'));
  return 'salt' in opening
    ? checkSealed(input, first.entry, opening.salt, crypto)
    : checkDrawn(input, first, opening, crypto);
}

/** What staff typed was sealed first; the seal shows only that it was not changed afterwards. */
async function checkSealed(
  input: DigitInput,
  result: EntryOf<'result'>,
  salt: string,
  crypto: Crypto,
): Promise<DigitSteps> {
  const { entries, draw } = input;
  const computed = await sealResult(result, Uint8Array.fromHex(salt), crypto);
  const sealed = ofKind(entries, 'sealed').findLast(
    ({ entry }) => entry.id === draw.id && timeOf(entry) <= timeOf(result),
  );
  const unused = ofKind(entries, 'opened').find(
    ({ entry }) => entry.drawNo === drawNumberFor(result.date, result.slot),
  );
  const figures = {
    digits: result.digits,
    salt,
    computedSeal: computed,
    ...(sealed && { sealedAt: sealed.entry.at, seal: sealed.entry.sealed }),
    ...(unused && (await unusedDigits(entries, unused.entry, crypto))),
  };
  const staff = noted('entered by staff', {
    publishedAt: result.at,
    ...(sealed && { sealedAt: sealed.entry.at }),
  });
  const isSealed = sealed?.entry.sealed === computed;
  const digits = isSealed ? openedSeal(input, result, figures) : failed('seal differs' as const, figures);
  return { commitment: staff, beacon: noted('entered by staff'), digits };
}

function openedSeal(
  input: DigitInput,
  { digits }: EntryOf<'result'>,
  figures: Figures,
): CheckStep<DigitsFinding> {
  const shown = input.draw.digits;
  if (shown === digits) return passed('seal opens', figures);
  return isCorrectedTo(shown, input)
    ? noted('sealed, corrected later', { ...figures, published: shown })
    : failed('seal differs', { ...figures, published: shown });
}

const isCorrectedTo = (digits: string, { entries }: DigitInput): boolean =>
  ofKind(entries, 'correct').some(({ entry }) => entry.to.digits === digits);

/** The digits that the committed seed would have given. */
async function unusedDigits(
  entries: readonly IndexedEntry[],
  opened: EntryOf<'opened'>,
  crypto: Crypto,
): Promise<Figures> {
  const commit = commitmentOf(entries, opened.drawNo);
  if (!commit) return {};
  const seed = Uint8Array.fromHex(opened.seed);
  return { unusedDigits: await digitsFromSeed(commit.entry, seed, opened.signature, crypto) };
}

const commitmentOf = (entries: readonly IndexedEntry[], drawNo: string): Indexed<'commit'> | undefined =>
  ofKind(entries, 'commit').find(({ entry }) => entry.drawNo === drawNo);

async function checkDrawn(
  input: DigitInput,
  result: Indexed<'result'>,
  opening: SeedOpening,
  crypto: Crypto,
): Promise<DigitSteps> {
  const commit = commitmentOf(input.entries, result.entry.drawNo);
  if (!commit || commit.index > result.index) return same(failed('no commitment'));
  return {
    commitment: checkCommitment(input, commit),
    beacon: await checkBeacon(input, commit.entry, opening, crypto),
    digits: await checkDigits(input, commit.entry, result.entry, opening, crypto),
  };
}

function checkCommitment(
  { chains, origin, seen }: DigitInput,
  { index, entry }: Indexed<'commit'>,
): CheckStep<CommitmentFinding> {
  const { at, commit, chain, round } = entry;
  const figures = { commit, committedAt: at, position: String(index) };
  if (round === 0) return noted('without a beacon', figures);
  const known = chains.get(chain);
  if (!known) return failed('unknown beacon', { ...figures, chain });
  const revealed = roundTime(known, round);
  const withRound = { ...figures, round: String(round), roundAt: textOf(revealed) };
  if (seen && seen.size > index && seen.at < revealed) {
    return passed('seen before the beacon', { ...withRound, seenAt: textOf(seen.at) });
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

/** A site can know the rounds of its own beacon beforehand. */
const isPublicBeacon = ({ chain }: BeaconChain): boolean => chain === QUICKNET.chain;

async function checkDigits(
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
  const computed = await digitsFromSeed(commit, bytes, signature, crypto);
  const figures = { seed, computedCommit, computedDigits: computed };
  if (computed !== result.digits) return failed('digits differ', { ...figures, digits: result.digits });
  const shown = input.draw.digits;
  if (computed !== shown) {
    const all = { ...figures, digits: shown };
    return isCorrectedTo(shown, input) ? noted('corrected later', all) : failed('digits differ', all);
  }
  return passed(signature === null ? 'follow from the seed' : 'follow', figures);
}
