/** Rules for commitments, missing beacons and opened seeds. */
import { drawNumberFor } from '../draw-number.ts';
import { DAY, type Instant, type IstDate, instantOf } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import { roundTime } from './beacon-chain.ts';
import { BEACON_DEADLINE } from './committed-days.ts';
import { type EntryOf, timeOf } from './entries.ts';
import { checkSeed, checkSignature } from './replay-openings.ts';
import { isContinued } from './replay-origin.ts';
import type { LoggedCommitment, ReplayContext, ReplayState } from './replay-state.ts';

/** Compares instants only: a hostile round may have a time that no date has. */
const isOn = (time: Instant, date: IstDate): boolean => {
  const start = instantOf(date);
  return start <= time && time < start + DAY;
};

const isOnTheDayBefore = (time: Instant, date: IstDate): boolean => isOn(time + DAY, date);

export function checkCommit(
  entry: EntryOf<'commit'>,
  { state, chains, origin }: ReplayContext,
): string | null {
  const { date, slot, drawNo, chain, round } = entry;
  if (drawNo !== drawNumberFor(date, slot)) return 'its draw number is not that of its date and slot';
  if (state.commitments.has(drawNo)) return 'its slot had a commitment before';
  if ((chain === '') !== (round === 0)) return 'it has only one of chain and round';
  const day = state.days.get(date);
  if (day && (day.chain !== chain || day.round !== round)) {
    return 'another commitment of its date has another chain or round';
  }
  const isRepeated = state.inInitialBlock && isContinued(origin);
  if (chain === '') return isRepeated ? null : checkTimeWithoutBeacon(timeOf(entry), date);
  const known = chains.get(chain);
  if (!known) return 'its beacon chain is not known';
  const revealed = roundTime(known, round);
  // The round of midnight may have come out a little before.
  const isOfDate = isOn(revealed, date) || isOn(roundTime(known, round + 1) - 1, date);
  if (!isOfDate) return 'its beacon round is not of its date';
  return isRepeated ? null : checkTimeWithBeacon(timeOf(entry), date, revealed);
}

function checkTimeWithoutBeacon(at: Instant, date: IstDate): string | null {
  return isOn(at, date) || isOnTheDayBefore(at, date)
    ? null
    : 'it was made neither on its date nor on the day before';
}

function checkTimeWithBeacon(at: Instant, date: IstDate, revealed: Instant): string | null {
  if (at >= revealed) return 'it was made after its beacon round';
  return isOnTheDayBefore(at, date) ? null : 'it was not made on the day before its date';
}

export function checkNoBeacon(entry: EntryOf<'nobeacon'>, { state, chains }: ReplayContext): string | null {
  const day = state.days.get(entry.date);
  if (!day || day.round === 0 || day.round !== entry.round) {
    return 'no commitment of its date has its beacon round';
  }
  if (day.failed) return 'its date had such an entry before';
  if (day.signature !== null) return 'the signature of its round was shown before';
  const chain = chains.get(day.chain);
  if (!chain) return 'its beacon chain is not known';
  return timeOf(entry) >= roundTime(chain, entry.round) + BEACON_DEADLINE
    ? null
    : 'it was made before the beacon was late';
}

export async function checkOpened(entry: EntryOf<'opened'>, context: ReplayContext): Promise<string | null> {
  const commitment = context.state.commitments.get(entry.drawNo);
  if (!commitment) return 'there is no commitment for its number';
  if (commitment.opening) return 'its seed was opened before';
  if (timeOf(entry) < drawInstant(commitment.date, commitment.slot)) {
    return 'its seed was opened before the time of the draw';
  }
  return (
    (await checkSeed(entry, commitment, context.crypto)) ??
    (wereDraftsNeverMade(entry, commitment, context.state)
      ? null
      : checkSignature(entry, commitment, timeOf(entry), context))
  );
}

/** Without drafts nobody needed the signature. */
function wereDraftsNeverMade(
  { signature }: EntryOf<'opened'>,
  { date }: LoggedCommitment,
  { days }: ReplayState,
): boolean {
  const day = days.get(date);
  return signature === null && day?.signature === null && !day.hasGeneratedResult;
}

/** After a restore, commitments are repeated late: nobody can have opened them in this log before. */
const openedBy = ({ date, slot, committedAt }: LoggedCommitment): Instant =>
  Math.max(drawInstant(date, slot), Date.parse(committedAt)) + DAY;

/** Commitments whose seed should have been opened by now and was not. */
export const findLateCommitments = ({ commitments }: ReplayState, now: Instant): LoggedCommitment[] =>
  [...commitments.values()].filter((commitment) => commitment.opening === null && now > openedBy(commitment));

/** Commitments whose seed was opened, but too late. */
export const findOpenedLate = ({ commitments }: ReplayState): LoggedCommitment[] =>
  [...commitments.values()].filter(
    (commitment) => commitment.openedAt !== null && Date.parse(commitment.openedAt) > openedBy(commitment),
  );
