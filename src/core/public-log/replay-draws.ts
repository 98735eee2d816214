/** Rules for draws: adopted, sealed, published, corrected and withdrawn. */
import { isSameResult } from '../result.ts';
import { type EntryOf, timeOf } from './entries.ts';
import { checkSaltResult, checkSeedResult, checkUnchangedResult } from './replay-openings.ts';
import { findTaken, type LoggedDraw, type ReplayContext } from './replay-state.ts';

export function checkAdopt(entry: EntryOf<'adopt'>, { state }: ReplayContext): string | null {
  if (state.draws.has(entry.id)) return 'its id was used before';
  const publishedAt = Date.parse(entry.publishedAt);
  if (!state.inInitialBlock) {
    if (entry.provenance !== 'entered') return 'a result that is imported later must be marked as entered';
    if (publishedAt !== timeOf(entry)) return 'it was not published at the time of its entry';
  }
  if (publishedAt > timeOf(entry)) return 'it was published after its entry';
  return findTaken(state, entry.id, entry);
}

export function checkSealed(entry: EntryOf<'sealed'>, { state }: ReplayContext): string | null {
  const status = state.draws.get(entry.id)?.status;
  if (status === 'public') return 'it is public, so it cannot be sealed';
  if (status === 'deleted') return 'it was deleted before';
  return findTaken(state, entry.id, entry);
}

export async function checkResult(entry: EntryOf<'result'>, context: ReplayContext): Promise<string | null> {
  const { state } = context;
  const draw = state.draws.get(entry.id);
  if (draw?.status === 'public') return 'it is public already';
  if (draw?.status === 'deleted') return 'it was deleted before';
  return findTaken(state, entry.id, entry) ?? (await checkOpening(entry, draw, context));
}

async function checkOpening(
  entry: EntryOf<'result'>,
  draw: LoggedDraw | undefined,
  context: ReplayContext,
): Promise<string | null> {
  const { opening } = entry;
  if (opening === null) return checkUnchangedResult(entry, draw);
  if ('salt' in opening) return checkSaltResult(entry, opening.salt, draw, context);
  return checkSeedResult(entry, opening, context);
}

export function checkCorrect(entry: EntryOf<'correct'>, { state }: ReplayContext): string | null {
  const draw = state.draws.get(entry.id);
  if (!draw?.shown) return 'it was not public before';
  if (draw.status === 'deleted') return 'it was deleted before';
  if (!isSameResult(entry.from, draw.shown.result)) return 'it does not begin with what was public';
  if (isSameResult(entry.from, entry.to)) return 'it changes nothing';
  return findTaken(state, entry.id, entry.to);
}

export function checkWithdraw(entry: EntryOf<'withdraw'>, { state }: ReplayContext): string | null {
  const draw = state.draws.get(entry.id);
  if (!draw?.shown) return 'it was not public before';
  if (draw.status === 'deleted') return 'it was deleted before';
  if (draw.status === 'withdrawn' && !entry.deleted) return 'it was withdrawn before';
  return entry.drawNo === draw.shown.result.drawNo ? null : 'it was not public with this number';
}
