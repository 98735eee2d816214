/** The state of the public log, and of the two days that are committed in it, for staff. */
import type { PublicLogState } from '../../../contract/dashboard.ts';
import { addDays, type Instant, istDateOf } from '../../../core/ist-time.ts';
import {
  areDraftsAhead,
  BEACON_DEADLINE,
  draftsExpectedAt,
} from '../../../core/public-log/committed-days.ts';
import { rootOf } from '../../../core/public-log/merkle.ts';
import { nodeCrypto } from '../../public-log/node-crypto.ts';
import { readLogState } from '../../storage/public-log/log-store.ts';
import { findSeedDay, type SeedDay } from '../../storage/public-log/seeds-store.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { Reader } from '../../storage/schema.ts';

export interface CommittedDays {
  isTomorrowCommitted: boolean;
  /** Of today. */
  beacon: PublicLogState['beacon'];
  /** Null unless today's drafts had to be made without the beacon. */
  beaconMissingSince: Instant | null;
  /** When today's drafts are made at the latest; undefined if today is not committed. */
  draftsExpectedAt: Instant | undefined;
  /** When today's drafts are made; null once automation has made them, or is too late. */
  draftsStillDueAt: Instant | null;
}

export async function readCommittedDays(db: Reader, now: Instant): Promise<CommittedDays> {
  const date = istDateOf(now);
  const today = await findSeedDay(db, date);
  const tomorrow = await findSeedDay(db, addDays(date, 1));
  return { isTomorrowCommitted: tomorrow !== undefined, ...(today ? stateOf(today, now) : UNCOMMITTED) };
}

type Today = Omit<CommittedDays, 'isTomorrowCommitted'>;

const UNCOMMITTED: Today = {
  beacon: 'off',
  beaconMissingSince: null,
  draftsExpectedAt: undefined,
  draftsStillDueAt: null,
};

function stateOf({ drafts_from, beacon, prepared_at }: SeedDay, now: Instant): Today {
  const day = { draftsFrom: drafts_from, hasBeacon: beacon !== 'none' };
  return {
    beacon: beacon === 'none' ? 'off' : beacon,
    beaconMissingSince: beacon === 'missing' ? drafts_from + BEACON_DEADLINE : null,
    draftsExpectedAt: draftsExpectedAt(day),
    draftsStillDueAt: prepared_at === null && areDraftsAhead(day, now) ? drafts_from : null,
  };
}

/** Null before the log is open. */
export async function readPublicLogState(
  db: Reader,
  { isTomorrowCommitted, beacon }: Pick<CommittedDays, 'isTomorrowCommitted' | 'beacon'>,
): Promise<PublicLogState | null> {
  const state = await readLogState(db);
  if (!state) return null;
  const { origin, size, frontier, lastAt } = state;
  return {
    origin,
    size,
    lastEntryAt: isoOf(lastAt),
    root: (await rootOf(frontier, nodeCrypto)).toBase64(),
    tomorrowCommitted: isTomorrowCommitted,
    beacon,
  };
}
