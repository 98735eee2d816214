/** Reads the entries of a public log one after the other, and tells which of them breaks a rule. */
import type { BeaconChain } from './beacon-chain.ts';
import type { Crypto } from './crypto.ts';
import { type EntryKind, type EntryOf, type LogEntry, parseEntry, timeOf } from './entries.ts';
import { checkCommit, checkNoBeacon, checkOpened } from './replay-commitments.ts';
import { checkAdopt, checkCorrect, checkResult, checkSealed, checkWithdraw } from './replay-draws.ts';
import { applyEntry } from './replay-effects.ts';
import { checkContinue, checkOpen } from './replay-origin.ts';
import { createState, type ReplayContext, type ReplayState, rememberVerified } from './replay-state.ts';

export interface ReplayOptions {
  /** That of the checkpoint. */
  origin: string;
  /** The beacons that commitments may name, by their id. */
  chains: ReadonlyMap<string, BeaconChain>;
  crypto: Crypto;
  /** Some entries are left out, among them the first: only those about one draw are given. */
  isPartial?: boolean;
}

export interface Replay {
  readonly state: ReplayState;
  /**
   * Returns null, or the rule that the entry breaks in one sentence. Call it again only after it has resolved.
   * The index is needed where entries are left out.
   */
  apply(text: string, index?: number): Promise<string | null>;
  /** Returns what is wrong if no entry follows. */
  findIncomplete(): string | null;
}

export function createReplay({ origin, chains, crypto, isPartial = false }: ReplayOptions): Replay {
  const state = createState();
  let lastIndex = -1;
  const context: ReplayContext = { origin, chains, crypto, state, isGenuine: rememberVerified(crypto) };
  return {
    state,
    async apply(text, index = state.size) {
      lastIndex = index;
      state.size += 1;
      const entry = parseEntry(text);
      if (!entry) return `Entry ${index} is not the exact text of an entry.`;
      state.firstAt ??= entry.at;
      state.inInitialBlock &&= entry.at === state.firstAt;
      const breach =
        (isPartial ? checkTime(entry, state) : checkOrder(entry, index, state)) ??
        checkFollowsCorrection(entry, state) ??
        (await checkRules(entry, context));
      applyEntry(state, entry);
      return breach && `Entry ${index} (${describe(entry)}): ${breach}.`;
    },
    findIncomplete() {
      const id = state.correctedWhileWithdrawn;
      return id && `Entry ${lastIndex}: the draw ${id} was corrected while withdrawn, and not published.`;
    },
  };
}

function checkOrder(entry: LogEntry, index: number, state: ReplayState): string | null {
  const opens = entry.kind === 'open' || entry.kind === 'continue';
  if (opens && index > 0) return 'only the first entry may open the log';
  if (!opens && index === 0) return 'the first entry must open the log';
  return checkTime(entry, state);
}

const checkTime = (entry: LogEntry, { lastAt }: ReplayState): string | null =>
  timeOf(entry) < lastAt ? 'its time is before that of an earlier entry' : null;

function checkFollowsCorrection(entry: LogEntry, state: ReplayState): string | null {
  const corrected = state.correctedWhileWithdrawn;
  if (corrected === null) return null;
  const publishes =
    entry.kind === 'result' && entry.id === corrected && entry.opening !== null && 'salt' in entry.opening;
  return publishes
    ? null
    : `the draw ${corrected} was corrected while withdrawn, and this entry does not publish it`;
}

type Rules = {
  [Kind in EntryKind]: (
    entry: EntryOf<Kind>,
    context: ReplayContext,
  ) => string | null | Promise<string | null>;
};

const RULES: Rules = {
  open: checkOpen,
  continue: checkContinue,
  adopt: checkAdopt,
  commit: checkCommit,
  nobeacon: checkNoBeacon,
  sealed: checkSealed,
  result: checkResult,
  opened: checkOpened,
  correct: checkCorrect,
  withdraw: checkWithdraw,
};

async function checkRules(entry: LogEntry, context: ReplayContext): Promise<string | null> {
  const check = RULES[entry.kind] as (
    entry: LogEntry,
    context: ReplayContext,
  ) => ReturnType<Rules[EntryKind]>;
  return check(entry, context);
}

function describe(entry: LogEntry): string {
  if ('drawNo' in entry) return `${entry.kind} of ${entry.drawNo}`;
  if ('from' in entry) return `${entry.kind} of ${entry.from.drawNo}`;
  return 'date' in entry ? `${entry.kind} of ${entry.date}` : entry.kind;
}
