/** What the public log says so far: every draw, every commitment, and the beacon of each day. */
import type { Instant, IstDate } from '../ist-time.ts';
import type { Provenance } from '../publication.ts';
import type { Result } from '../result.ts';
import type { Slot } from '../slots.ts';
import { type BeaconChain, isGenuineSignature } from './beacon-chain.ts';
import type { CommitmentContext } from './commitment.ts';
import type { Crypto } from './crypto.ts';
import type { EntryFields, SeedOpening } from './entries.ts';

/** Each of these belongs to one draw only. */
export type Place = Pick<Result, 'drawNo' | 'date' | 'slot'>;

export interface LoggedCorrection {
  at: string;
  /** The former digits. */
  digits: string;
  reason: string | null;
}

/** What the public saw last of a draw. */
export interface ShownResult {
  result: Result;
  provenance: Provenance;
  /** The `at` of its last `result`, or what `adopt` says. */
  publishedAt: string;
}

export interface LoggedDraw {
  id: string;
  status: 'sealed' | 'public' | 'withdrawn' | 'deleted';
  /** Null if the public saw nothing of it in this log. */
  shown: ShownResult | null;
  /** Those in this log, the oldest first. */
  corrections: LoggedCorrection[];
  /** Was public before this log. */
  adopted: boolean;
  /** The last one, unless a later `result` published the draw. */
  seal: (Place & { sealed: string }) | null;
  /** What no other draw may take; null if it takes nothing. */
  place: Place | null;
}

export interface LoggedCommitment extends CommitmentContext {
  commit: string;
  committedAt: string;
  opening: SeedOpening | null;
  openedAt: string | null;
  /** Whether a `result` has the digits of its seed. */
  used: boolean;
}

/** The beacon of a date that has commitments. */
interface BeaconDay {
  /** Empty without a beacon. */
  chain: string;
  /** 0 without a beacon. */
  round: number;
  /** There is a `nobeacon` entry. */
  failed: boolean;
  /** The one that an entry has shown. */
  signature: string | null;
  hasGeneratedResult: boolean;
}

export interface ReplayState {
  /** The number of entries. */
  size: number;
  /** The log that it continues, as the first entry names it; null if it continues none. */
  former: Pick<EntryFields['continue'], 'origin' | 'size' | 'root'> | null;
  firstAt: string | null;
  /** Whether all entries so far have the time of the first. */
  inInitialBlock: boolean;
  lastAt: Instant;
  draws: Map<string, LoggedDraw>;
  /** By draw number: automation gives every slot its own. */
  commitments: Map<string, LoggedCommitment>;
  days: Map<IstDate, BeaconDay>;
  /** The id of a withdrawn draw whose correction was the last entry: the next must publish it. */
  correctedWhileWithdrawn: string | null;
  idByNumber: Map<string, string>;
  idBySlot: Map<string, string>;
}

export const createState = (): ReplayState => ({
  size: 0,
  former: null,
  firstAt: null,
  inInitialBlock: true,
  lastAt: Number.NEGATIVE_INFINITY,
  draws: new Map(),
  commitments: new Map(),
  days: new Map(),
  correctedWhileWithdrawn: null,
  idByNumber: new Map(),
  idBySlot: new Map(),
});

/** What the rules need besides the entry. */
export interface ReplayContext {
  /** That of the checkpoint. */
  origin: string;
  chains: ReadonlyMap<string, BeaconChain>;
  crypto: Crypto;
  state: ReplayState;
  /** Verifies each signature once. */
  isGenuine(chain: BeaconChain, round: number, signature: string): Promise<boolean>;
}

export function rememberVerified(crypto: Crypto): ReplayContext['isGenuine'] {
  const verified = new Map<string, Promise<boolean>>();
  return (chain, round, signature) => {
    const key = `${chain.id} ${round} ${signature}`;
    const known = verified.get(key) ?? isGenuineSignature(chain, round, signature, crypto);
    verified.set(key, known);
    return known;
  };
}

export type PublicDraw = Pick<LoggedDraw, 'id' | 'corrections' | 'adopted'> & ShownResult;

export const publicDraws = ({ draws }: ReplayState): PublicDraw[] =>
  [...draws.values()].flatMap(({ id, status, shown, corrections, adopted }) =>
    status === 'public' && shown ? [{ id, ...shown, corrections, adopted }] : [],
  );

const slotKey = ({ date, slot }: { date: IstDate; slot: Slot }): string => `${date} ${slot}`;

/** Which part of a place another draw has taken. */
export function findTaken({ idByNumber, idBySlot }: ReplayState, id: string, place: Place): string | null {
  if ((idByNumber.get(place.drawNo) ?? id) !== id) return 'another draw has its number';
  return (idBySlot.get(slotKey(place)) ?? id) === id ? null : 'another draw has its date and slot';
}

export function moveTo({ idByNumber, idBySlot }: ReplayState, draw: LoggedDraw, place: Place | null): void {
  if (draw.place && idByNumber.get(draw.place.drawNo) === draw.id) idByNumber.delete(draw.place.drawNo);
  if (draw.place && idBySlot.get(slotKey(draw.place)) === draw.id) idBySlot.delete(slotKey(draw.place));
  draw.place = place;
  if (!place) return;
  idByNumber.set(place.drawNo, draw.id);
  idBySlot.set(slotKey(place), draw.id);
}
