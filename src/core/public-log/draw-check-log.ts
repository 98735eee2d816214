/** The fourth step of the check of a draw: its entries are in the signed log, follow the rules, and say what the page shows. */
import type { Checkpoint } from './checkpoint.ts';
import type { Crypto } from './crypto.ts';
import {
  type CheckStep,
  type DrawCheckInput,
  decodeProof,
  type Figures,
  failed,
  passed,
  verifyNote,
} from './draw-check-input.ts';
import { entryText, type LogEntry, parseEntry } from './entries.ts';
import { hashLeaf, isIncluded } from './merkle.ts';
import { differencesBetween } from './published-draw.ts';
import { createReplay } from './replay.ts';
import { findOpenedLate } from './replay-commitments.ts';
import { isContinued } from './replay-origin.ts';
import { publicDraws } from './replay-state.ts';

export type LogFinding =
  | 'unchanged'
  | 'corrected'
  | 'not signed'
  | 'not in the log'
  | 'no entry'
  | 'breaks a rule'
  | 'opened late'
  | 'not public'
  | 'differs';

export interface IndexedEntry {
  index: number;
  entry: LogEntry;
}

export interface CheckedEntries {
  step: CheckStep<LogFinding>;
  /** Those whose proof is right: the other steps read no others. */
  entries: IndexedEntry[];
  /** The checkpoint in the proof; null if it is not signed with the key. */
  checkpoint: Checkpoint | null;
}

export async function checkEntries(input: DrawCheckInput, crypto: Crypto): Promise<CheckedEntries> {
  const signed = await verifyNote({ checkpoint: input.proof.checkpoint, key: input.key }, crypto);
  if (!signed) return { step: failed('not signed'), entries: [], checkpoint: null };
  const { checkpoint } = signed;
  const entries = await includedEntries(input, checkpoint, crypto);
  const figures = figuresOf(input, checkpoint);
  const step =
    entries.length < input.proof.entries.length
      ? failed('not in the log', figures)
      : await replayEntries(input, { checkpoint, entries, figures }, crypto);
  return { step, entries, checkpoint };
}

const figuresOf = ({ proof }: DrawCheckInput, { origin, size, root }: Checkpoint): Figures => ({
  log: origin,
  size: String(size),
  root: root.toBase64(),
  entries: proof.entries.map(({ entry }) => entry).join('\n'),
});

async function includedEntries(
  { proof }: DrawCheckInput,
  { size, root }: Checkpoint,
  crypto: Crypto,
): Promise<IndexedEntry[]> {
  const included: IndexedEntry[] = [];
  for (const { index, entry: text, proof: texts } of proof.entries) {
    const entry = parseEntry(text);
    const hashes = decodeProof(texts);
    const isNext = index > (included.at(-1)?.index ?? -1);
    if (!entry || !hashes || !isNext) continue;
    const leaf = await hashLeaf(text, crypto);
    if (await isIncluded({ leaf, index, size, root, proof: hashes }, crypto)) included.push({ index, entry });
  }
  return included;
}

interface Proven {
  checkpoint: Checkpoint;
  entries: readonly IndexedEntry[];
  figures: Figures;
}

async function replayEntries(
  { draw, chains }: DrawCheckInput,
  { checkpoint: { origin }, entries, figures }: Proven,
  crypto: Crypto,
): Promise<CheckStep<LogFinding>> {
  if (entries.length === 0) return failed('no entry', figures);
  const { state, apply, findIncomplete } = createReplay({ origin, chains, crypto, isPartial: true });
  for (const { entry, index } of entries) {
    if (isContinued(origin) && isOfOtherSlots(entry, entries)) continue;
    const rule = await apply(entryText(entry), index);
    if (rule !== null) return failed('breaks a rule', { rule, ...figures });
  }
  const rule = findIncomplete();
  if (rule !== null) return failed('breaks a rule', { rule, ...figures });
  const [late] = findOpenedLate(state);
  if (late) return failed('opened late', { commit: late.commit, ...figures });
  const logged = publicDraws(state).find(({ id }) => id === draw.id);
  if (!logged) return failed('not public', figures);
  const [difference] = differencesBetween(draw, logged);
  if (difference) {
    const { field, published, logged: inLog } = difference;
    return failed('differs', { field, published, inLog, ...figures });
  }
  return passed(logged.corrections.length > 0 ? 'corrected' : 'unchanged', figures);
}

/**
 * A continued log repeats a missing beacon for the commitments of its date that were not opened yet. A result of
 * that date that it adopts has none of them.
 */
const isOfOtherSlots = (entry: LogEntry, entries: readonly IndexedEntry[]): boolean =>
  entry.kind === 'nobeacon' &&
  !entries.some(({ entry: other }) => other.kind === 'commit' && other.date === entry.date);
