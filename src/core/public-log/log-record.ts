/** What the newest entries of the public log say about each day, as facts for a page that anyone can read. */
import { drawNumberFor } from '../draw-number.ts';
import { type IstDate, istDateOf } from '../ist-time.ts';
import type { Result } from '../result.ts';
import { SLOTS } from '../slots.ts';
import { digitsFromSeed } from './commitment.ts';
import type { Hashing } from './crypto.ts';
import type { EntryOf, LogEntry, Opening, SeedOpening } from './entries.ts';

type Fact =
  /** Seeds alone gave the digits: the beacon was missing, or the commitment names none. */
  | { kind: 'fixed'; drawNo: string; digits: string; cause: 'missing-beacon' | 'no-round' }
  /** `unused` are the digits that the seed of the slot would have given; null if it was not opened. */
  | { kind: 'entered' | 'edited'; drawNo: string; digits: string; unused: string | null }
  /** A seed was opened without a result. */
  | { kind: 'unused'; drawNo: string; digits: string; isPublishedLater: boolean }
  | { kind: 'corrected'; drawNo: string; from: Result; to: Result; reason: string | null }
  /** Those that were withdrawn together. */
  | { kind: 'withdrawn'; drawNos: string[]; how: 'unpublished' | 'deleted' | 'before the log' }
  | { kind: 'republished'; drawNo: string; digits: string }
  | { kind: 'missing-beacon'; date: IstDate }
  | { kind: 'began' }
  | { kind: 'continued'; former: { origin: string; size: number } };

export type RecordLine = Fact & { at: string };

export interface RecordDay {
  date: IstDate;
  /** How many results were published that follow from a seed and the beacon. */
  random: number;
  /** How many results were public before the log, or were imported. */
  adopted: number;
  /** Everything else, newest first. */
  lines: RecordLine[];
}

/** The log as its page shows it. */
export interface LogRecord {
  /** The verifier key. */
  key: string;
  /** The signed note. */
  checkpoint: string;
  origin: string;
  size: number;
  lastEntryAt: string;
  /** Newest first. */
  days: RecordDay[];
  /** Whether there were too many entries to read all of these days. */
  isCut: boolean;
  /** The draws of the lines that are public now. */
  publicDraws: string[];
}

/** Results that were adopted at the same time. */
export interface Adoption {
  at: string;
  count: number;
}

interface NewestEntries {
  /** In their order, without `adopt`; the first may be that of the log, with a gap after it. */
  entries: readonly LogEntry[];
  adoptions: readonly Adoption[];
}

/** Newest day first. */
export async function recordOf(
  { entries, adoptions }: NewestEntries,
  hashing: Hashing,
): Promise<RecordDay[]> {
  const context: Context = {
    unused: await unusedDigits(entries, hashing),
    usedSeeds: new Set(entries.flatMap((entry) => openedBy(entry)?.seed ?? [])),
    slotsOfStaff: new Set(entries.filter(isByStaff).map(slotNumberOf)),
    isInitial: initialWithdrawals(entries),
  };
  const days = new Map<IstDate, RecordDay>();
  const dayOf = (at: string): RecordDay => {
    const date = istDateOf(Date.parse(at));
    const day = days.get(date) ?? { date, random: 0, adopted: 0, lines: [] };
    days.set(date, day);
    return day;
  };
  for (const { at, count } of adoptions) dayOf(at).adopted += count;
  for (const entry of entries.toReversed()) {
    const day = dayOf(entry.at);
    if (openedBy(entry)?.signature) day.random += 1;
    else addLine(day.lines, entry, context);
  }
  return [...days.values()].sort((one, other) => other.date.localeCompare(one.date));
}

interface Context {
  /** By the draw number of the slot. */
  unused: ReadonlyMap<string, string>;
  /** Those that results have opened. */
  usedSeeds: ReadonlySet<string>;
  /** Whose result staff entered or changed, by the draw number of the slot. */
  slotsOfStaff: ReadonlySet<string>;
  /** Whether the result was withdrawn already when the log began. */
  isInitial(entry: EntryOf<'withdraw'>): boolean;
}

/**
 * Withdrawals in the block that opens a log were made before it. A change at the same instant is told apart by its
 * result, which is in the log.
 */
function initialWithdrawals(entries: readonly LogEntry[]): Context['isInitial'] {
  const first = entries.find(({ kind }) => kind === 'open' || kind === 'continue');
  const atOnce = entries.filter(({ at }) => at === first?.at);
  const published = new Set(atOnce.flatMap((entry) => (entry.kind === 'result' ? entry.id : [])));
  return ({ at, id }) => at === first?.at && !published.has(id);
}

const isSeedOpening = (opening: Opening): opening is SeedOpening => opening !== null && 'seed' in opening;

const openedBy = (entry: LogEntry): SeedOpening | null =>
  entry.kind === 'result' && isSeedOpening(entry.opening) ? entry.opening : null;

/** Not a correction, which is published again. */
const isByStaff = (entry: LogEntry): entry is EntryOf<'result'> =>
  entry.kind === 'result' &&
  entry.opening !== null &&
  'salt' in entry.opening &&
  entry.provenance !== 'corrected';

/** The number that automation gives the slot, which staff may have changed. */
const slotNumberOf = ({ date, slot }: Result): string => drawNumberFor(date, slot);

async function unusedDigits(
  entries: readonly LogEntry[],
  hashing: Hashing,
): Promise<ReadonlyMap<string, string>> {
  const digits = new Map<string, string>();
  for (const entry of entries) {
    const place = entry.kind === 'opened' && placeOf(entry.drawNo);
    if (!place) continue;
    const { drawNo, seed, chain, round, signature } = entry;
    const context = { ...place, drawNo, chain, round };
    digits.set(drawNo, await digitsFromSeed(context, Uint8Array.fromHex(seed), signature, hashing));
  }
  return digits;
}

/** Reads a draw number that automation gave: the commitment may be older than the entries that were read. */
function placeOf(drawNo: string): Pick<Result, 'date' | 'slot'> | null {
  const [, day, month, year, place] = /(\d\d)(\d\d)(\d{4})(\d)$/.exec(drawNo) ?? [];
  const date = `${year}-${month}-${day}`;
  const slot = SLOTS[Number(place) - 1];
  return slot && drawNumberFor(date, slot) === drawNo ? { date, slot } : null;
}

function addLine(lines: RecordLine[], entry: LogEntry, context: Context): void {
  const fact = factOf(entry, context);
  if (!fact) return;
  const newer = lines.at(-1);
  const areTogether = newer?.kind === 'withdrawn' && fact.kind === 'withdrawn' && newer.at === entry.at;
  if (areTogether && newer.how === fact.how) newer.drawNos.unshift(...fact.drawNos);
  else lines.push({ ...fact, at: entry.at });
}

/** Null for an entry that says nothing unusual, or only hashes. */
function factOf(entry: LogEntry, context: Context): Fact | null {
  switch (entry.kind) {
    case 'result':
      return resultFact(entry, context);
    case 'opened':
      return unusedFact(entry, context);
    case 'correct': {
      const { from, to, reason } = entry;
      return { kind: 'corrected', drawNo: to.drawNo, from, to, reason };
    }
    case 'withdraw': {
      const how = context.isInitial(entry) ? 'before the log' : 'unpublished';
      return { kind: 'withdrawn', drawNos: [entry.drawNo], how: entry.deleted ? 'deleted' : how };
    }
    case 'nobeacon':
      return { kind: 'missing-beacon', date: entry.date };
    case 'open':
      return { kind: 'began' };
    case 'continue':
      return { kind: 'continued', former: { origin: entry.origin, size: entry.size } };
    default:
      return null;
  }
}

function resultFact(entry: EntryOf<'result'>, { unused }: Context): Fact {
  const { drawNo, digits, provenance, opening } = entry;
  if (isSeedOpening(opening))
    return { kind: 'fixed', drawNo, digits, cause: opening.round === 0 ? 'no-round' : 'missing-beacon' };
  if (!isByStaff(entry)) return { kind: 'republished', drawNo, digits };
  const kind = provenance === 'edited' ? 'edited' : 'entered';
  return { kind, drawNo, digits, unused: unused.get(slotNumberOf(entry)) ?? null };
}

/** None if the line of the result says it. */
function unusedFact({ drawNo, seed }: EntryOf<'opened'>, context: Context): Fact | null {
  const digits = context.unused.get(drawNo);
  if (digits === undefined || context.slotsOfStaff.has(drawNo)) return null;
  return { kind: 'unused', drawNo, digits, isPublishedLater: context.usedSeeds.has(seed) };
}
