/** What an entry changes. It is applied even if it breaks a rule, so that one breach does not cause others. */
import type { Result } from '../result.ts';
import { type EntryKind, type EntryOf, type LogEntry, type SeedOpening, timeOf } from './entries.ts';
import { type LoggedDraw, moveTo, type ReplayState, type ShownResult } from './replay-state.ts';

type Effects = { [Kind in EntryKind]: (state: ReplayState, entry: EntryOf<Kind>) => void };

const EFFECTS: Effects = {
  open: () => {},
  continue(state, { origin, size, root }) {
    if (state.size === 1) state.former = { origin, size, root };
  },
  adopt(state, entry) {
    show(state, entry.id, shownBy(entry, entry.publishedAt)).adopted = true;
  },
  commit: applyCommit,
  nobeacon({ days }, { date }) {
    const day = days.get(date);
    if (day) day.failed = true;
  },
  sealed: applySealed,
  result: applyResult,
  opened: (state, entry) => applyOpening(state, entry.drawNo, entry, entry.at),
  correct: applyCorrect,
  withdraw: applyWithdraw,
};

export function applyEntry(state: ReplayState, entry: LogEntry): void {
  state.lastAt = Math.max(state.lastAt, timeOf(entry));
  state.correctedWhileWithdrawn = null;
  const effect = EFFECTS[entry.kind] as (state: ReplayState, entry: LogEntry) => void;
  effect(state, entry);
}

function applyCommit(state: ReplayState, entry: EntryOf<'commit'>): void {
  const { date, slot, drawNo, chain, round, commit, at: committedAt } = entry;
  if (state.commitments.has(drawNo)) return;
  const unopened = { opening: null, openedAt: null, used: false };
  state.commitments.set(drawNo, { date, slot, drawNo, chain, round, commit, committedAt, ...unopened });
  if (state.days.has(date)) return;
  state.days.set(date, { chain, round, failed: false, signature: null, hasGeneratedResult: false });
}

function findOrAdd({ draws }: ReplayState, id: string): LoggedDraw {
  const known = draws.get(id);
  if (known) return known;
  const draw: LoggedDraw = {
    id,
    status: 'sealed',
    shown: null,
    corrections: [],
    adopted: false,
    seal: null,
    place: null,
  };
  draws.set(id, draw);
  return draw;
}

function applySealed(state: ReplayState, entry: EntryOf<'sealed'>): void {
  const { id, drawNo, date, slot, sealed } = entry;
  const draw = findOrAdd(state, id);
  draw.seal = { drawNo, date, slot, sealed };
  // A sealed draft may be deleted without an entry, so it takes no place.
  if (draw.status === 'withdrawn') moveTo(state, draw, { drawNo, date, slot });
}

const resultOf = ({ drawNo, date, slot, digits }: Result): Result => ({ drawNo, date, slot, digits });

const shownBy = (entry: EntryOf<'adopt' | 'result'>, publishedAt: string): ShownResult => ({
  result: resultOf(entry),
  provenance: entry.provenance,
  publishedAt,
});

function show(state: ReplayState, id: string, shown: ShownResult): LoggedDraw {
  const draw = findOrAdd(state, id);
  draw.status = 'public';
  draw.shown = shown;
  draw.seal = null;
  moveTo(state, draw, shown.result);
  return draw;
}

function applyResult(state: ReplayState, entry: EntryOf<'result'>): void {
  show(state, entry.id, shownBy(entry, entry.at));
  if (!entry.opening || 'salt' in entry.opening) return;
  const commitment = state.commitments.get(entry.drawNo);
  const day = commitment && state.days.get(commitment.date);
  if (commitment) commitment.used = true;
  if (day) day.hasGeneratedResult = true;
  applyOpening(state, entry.drawNo, entry.opening, entry.at);
}

function applyOpening(
  { commitments, days }: ReplayState,
  drawNo: string,
  { seed, chain, round, signature }: SeedOpening,
  at: string,
): void {
  const commitment = commitments.get(drawNo);
  if (!commitment) return;
  commitment.opening ??= { seed, chain, round, signature };
  commitment.openedAt ??= at;
  const day = days.get(commitment.date);
  if (day) day.signature ??= signature;
}

function applyCorrect(state: ReplayState, { id, to, at, reason }: EntryOf<'correct'>): void {
  const draw = state.draws.get(id);
  if (!draw?.shown) return;
  draw.corrections.push({ at, digits: draw.shown.result.digits, reason });
  draw.shown = { ...draw.shown, result: resultOf(to), provenance: 'corrected' };
  if (draw.status === 'public') moveTo(state, draw, draw.shown.result);
  if (draw.status === 'withdrawn') state.correctedWhileWithdrawn = id;
}

function applyWithdraw(state: ReplayState, { id, deleted }: EntryOf<'withdraw'>): void {
  const draw = state.draws.get(id);
  if (!draw?.shown) return;
  draw.status = deleted ? 'deleted' : 'withdrawn';
  if (deleted) moveTo(state, draw, null);
}
