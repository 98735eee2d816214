/** The events that are sent out when what the public sees of a draw changes. */
import { isSameResult, type Result } from './result.ts';

export const DRAW_EVENTS = ['draw.published', 'draw.corrected', 'draw.withdrawn'] as const;
export type DrawEvent = (typeof DRAW_EVENTS)[number];

/** Takes the results that the public saw before and sees after a change, each null if it sees none. */
export function drawEventOf(before: Result | null, after: Result | null): DrawEvent | null {
  if (before && after) return isSameResult(before, after) ? null : 'draw.corrected';
  if (after) return 'draw.published';
  return before ? 'draw.withdrawn' : null;
}
