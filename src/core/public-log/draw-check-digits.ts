/** The first three steps of the check of a draw: its commitment, its beacon, and the digits that follow from both. */
import type { Instant } from '../ist-time.ts';
import { type BeaconChain, isGenuineSignature, QUICKNET, roundTime } from './beacon-chain.ts';
import { commitTo, digitsFromSeed, sealResult } from './commitment.ts';
import type { Crypto } from './crypto.ts';
import type { CheckStep, DrawCheckInput } from './draw-check.ts';
import type { IndexedEntry } from './draw-check-log.ts';
import { type EntryKind, type EntryOf, type SeedOpening, timeOf } from './entries.ts';
import { isContinued } from './replay-origin.ts';

export type DigitFinding =
  // The commitment
  | 'before the beacon'
  | 'seen before the beacon'
  | 'without a beacon'
  | 'repeated after a restore'
  | 'after the beacon'
  | 'no commitment'
  // The beacon
  | 'genuine'
  | 'genuine of this site'
  | 'beacon missing'
  | 'signature missing'
  | 'signature false'
  | 'unknown beacon'
  // The digits
  | 'follow'
  | 'follow from the seed'
  | 'corrected later'
  | 'seal opens'
  | 'seed differs'
  | 'digits differ'
  | 'seal differs'
  // All three
  | 'entered by staff'
  | 'adopted'
  | 'no result';

type Step = CheckStep<DigitFinding>;

export interface DigitSteps {
  commitment: Step;
  beacon: Step;
  digits: Step;
}

export interface DigitInput extends DrawCheckInput {
  /** Of the log, in order. */
  entries: readonly IndexedEntry[];
  /** Of the signed checkpoint; empty without one. */
  origin: string;
  /** The record that the log still contains; null without one. */
  seen: { at: Instant; size: number } | null;
}

const passed = (finding: DigitFinding, figures: Step['figures'] = {}): Step => ({
  outcome: 'passed',
  finding,
  figures,
});
const noted = (finding: DigitFinding, figures: Step['figures'] = {}): Step => ({
  outcome: 'noted',
  finding,
  figures,
});
const failed = (finding: DigitFinding, figures: Step['figures'] = {}): Step => ({
  outcome: 'failed',
  finding,
  figures,
});

const same = (step: Step): DigitSteps => ({ commitment: step, beacon: step, digits: step });

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
  { entries, draw }: DigitInput,
  result: EntryOf<'result'>,
  salt: string,
  crypto: Crypto,
): Promise<DigitSteps> {
  const computed = await sealResult(result, Uint8Array.fromHex(salt), crypto);
  const sealed = ofKind(entries, 'sealed').findLast(
    ({ entry }) => entry.id === draw.id && timeOf(entry) <= timeOf(result),
  );
  const unused = ofKind(entries, 'opened').find(({ entry }) => entry.drawNo === result.drawNo);
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
  const digits =
    sealed?.entry.sealed === computed ? passed('seal opens', figures) : failed('seal differs', figures);
  return { commitment: staff, beacon: noted('entered by staff'), digits };
}

/** The digits that the committed seed would have given. */
async function unusedDigits(
  entries: readonly IndexedEntry[],
  opened: EntryOf<'opened'>,
  crypto: Crypto,
): Promise<Step['figures']> {
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

function checkCommitment({ chains, origin, seen }: DigitInput, { index, entry }: Indexed<'commit'>): Step {
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
): Promise<Step> {
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
  { draw, entries }: DigitInput,
  commit: EntryOf<'commit'>,
  result: EntryOf<'result'>,
  { seed, signature }: SeedOpening,
  crypto: Crypto,
): Promise<Step> {
  const bytes = Uint8Array.fromHex(seed);
  const computedCommit = await commitTo(commit, bytes, crypto);
  if (computedCommit !== commit.commit) {
    return failed('seed differs', { seed, computedCommit, commit: commit.commit });
  }
  const computed = await digitsFromSeed(commit, bytes, signature, crypto);
  const figures = { seed, computedCommit, computedDigits: computed };
  if (computed !== result.digits) return failed('digits differ', { ...figures, digits: result.digits });
  if (computed !== draw.digits) {
    const isCorrected = ofKind(entries, 'correct').some(({ entry }) => entry.to.digits === draw.digits);
    return (isCorrected ? noted : failed)(isCorrected ? 'corrected later' : 'digits differ', {
      ...figures,
      digits: draw.digits,
    });
  }
  return passed(signature === null ? 'follow from the seed' : 'follow', figures);
}
