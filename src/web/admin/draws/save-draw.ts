/** Saves a changed draw: asks for a reason where visitors have seen it, and whose version counts in a conflict. */
import type { AdminDraw, DrawPatch } from '../../../contract/draws.ts';
import { ApiProblem } from '../../api/call-api.ts';
import { type DrawValues, isSame, patchFor, rebase, valuesOf } from './draw-values.ts';

export type ConflictChoice = 'mine' | 'theirs';

export interface SavingSteps {
  read(id: string): Promise<AdminDraw>;
  /** Fails with a 412 if somebody has changed the draw since `base` was read. */
  change(base: AdminDraw, patch: DrawPatch): Promise<AdminDraw>;
  /** Resolves to null when the user cancels. */
  askReason(base: AdminDraw, values: DrawValues): Promise<string | null>;
  /** Resolves to null when the user continues editing. */
  chooseVersion(theirs: AdminDraw, mine: DrawValues): Promise<ConflictChoice | null>;
}

const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.problem.status === 412;

export const isSeen = (draw: AdminDraw): boolean => draw.publishedAt !== null;

/** Returns the draw as it is now; null when the user continues editing. */
export async function saveDraw(
  steps: SavingSteps,
  base: AdminDraw,
  values: DrawValues,
): Promise<AdminDraw | null> {
  const patch = patchFor(base, values);
  if (Object.keys(patch).length === 0) return base;
  const reason = isSeen(base) ? await steps.askReason(base, values) : undefined;
  if (reason === null) return null;
  try {
    return await steps.change(base, { ...patch, ...(reason !== undefined && { reason }) });
  } catch (error) {
    if (!isStale(error)) throw error;
    return settleConflict(steps, base, values);
  }
}

async function settleConflict(
  steps: SavingSteps,
  base: AdminDraw,
  values: DrawValues,
): Promise<AdminDraw | null> {
  const theirs = await steps.read(base.id);
  const mine = rebase(base, values, theirs);
  if (isSame(mine, valuesOf(theirs))) return theirs;
  const choice = await steps.chooseVersion(theirs, mine);
  if (choice === null) return null;
  return choice === 'mine' ? saveDraw(steps, theirs, mine) : theirs;
}
