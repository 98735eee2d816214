/** Days whose seeds are committed: which ones, for which round of the beacon, and when their seeds are opened. */
import {
  addDays,
  DAY,
  HOUR,
  type Instant,
  type IstDate,
  instantOf,
  istDateOf,
  MINUTE,
  SECOND,
  type TimeOfDay,
} from '../ist-time.ts';
import { drawInstant, revealInstant } from '../phase.ts';
import { AUTOMATION_TIME } from '../schedule.ts';
import { SLOTS, type Slot } from '../slots.ts';
import { type BeaconChain, roundAt, roundTime } from './beacon-chain.ts';

export interface CommittedDay {
  date: IstDate;
  /** No drafts are made before. A later change of the generate time has no effect on it. */
  draftsFrom: Instant;
  /** Empty without a beacon. */
  chain: string;
  /** 0 without a beacon. */
  round: number;
}

interface CommitRules {
  generateTime: TimeOfDay;
  /** Null when the beacon is off. */
  beacon: BeaconChain | null;
}

/** Today, without a beacon, if nobody committed it yesterday; and tomorrow. */
export function daysToCommit(
  committed: readonly IstDate[],
  now: Instant,
  { generateTime, beacon }: CommitRules,
): CommittedDay[] {
  const today = istDateOf(now);
  const tomorrow = addDays(today, 1);
  const draftsFrom = instantOf(tomorrow, generateTime);
  const round = beacon ? roundFor(draftsFrom, beacon, now) : NO_BEACON;
  return [
    { date: today, draftsFrom: now, ...NO_BEACON },
    { date: tomorrow, draftsFrom, ...round },
  ].filter(({ date }) => !committed.includes(date));
}

const NO_BEACON = { chain: '', round: 0 };

/** Shortly before midnight the round of a generate time of 00:00 may be out already: it proves nothing then. */
function roundFor(
  draftsFrom: Instant,
  beacon: BeaconChain,
  now: Instant,
): Pick<CommittedDay, 'chain' | 'round'> {
  const round = roundAt(beacon, draftsFrom);
  return round > 0 && now < roundTime(beacon, round) ? { chain: beacon.id, round } : NO_BEACON;
}

/** How long the round of the beacon is waited for. */
export const BEACON_DEADLINE = MINUTE;

/** Always enough for an answer. A server that has just started makes no drafts before that anyway. */
const SHORTEST_WAIT = 2 * SECOND;

/**
 * When the wait for the beacon of a day without drafts ends. A draw is never late because of it: a wait that begins
 * late, after a restart, ends in time for the next result, and is short while results are overdue. The log accepts
 * a missing beacon only after the minute that follows the generate time.
 */
export function beaconDeadline(
  { date, draftsFrom }: Pick<CommittedDay, 'date' | 'draftsFrom'>,
  publishDelay: number,
  now: Instant,
): Instant {
  const results = SLOTS.map((slot) => revealInstant(date, slot, publishDelay)).filter(
    (at) => at > draftsFrom,
  );
  const [next = Number.POSITIVE_INFINITY] = results.filter((at) => at > now);
  const isOverdue = results.some((at) => at <= now);
  const end = Math.min(now + (isOverdue ? AUTOMATION_TIME : BEACON_DEADLINE), next - AUTOMATION_TIME);
  return Math.max(draftsFrom + BEACON_DEADLINE, now + SHORTEST_WAIT, end);
}

interface DayInProgress {
  draftsFrom: Instant;
  hasBeacon: boolean;
}

/** When the drafts of a committed day are made at the latest. */
export const draftsExpectedAt = ({ draftsFrom, hasBeacon }: DayInProgress): Instant =>
  draftsFrom + (hasBeacon ? BEACON_DEADLINE : 0);

/** Whether drafts that are not there yet are still to come. */
export const areDraftsAhead = (day: DayInProgress, now: Instant): boolean =>
  now < draftsExpectedAt(day) + AUTOMATION_TIME;

export interface UnopenedSeed {
  date: IstDate;
  slot: Slot;
  /** Whether the drafts of its day were made, or were not needed. */
  isDayPrepared: boolean;
  /** Whether an unpublished draft has its digits. */
  isSecret: boolean;
}

/** A result that is still unpublished then shows its seed all the same. */
const MAX_SECRET_TIME = 23 * HOUR;

/** When the seed of a slot is opened without a result. */
export function openingInstant(seed: UnopenedSeed, publishDelay: number): Instant {
  const { date, slot, isDayPrepared, isSecret } = seed;
  if (isDayPrepared && isSecret) return drawInstant(date, slot) + MAX_SECRET_TIME;
  const resultAt = revealInstant(date, slot, publishDelay);
  // The drafts may still be made while the day lasts.
  return isDayPrepared ? resultAt : Math.max(resultAt, instantOf(date) + DAY);
}
