/** The state of each slot of today, and what automation will do next with it. */
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { countdownText, countdownTo, phaseAt } from '../../../core/phase.ts';
import { type DrawState, drawState, isEntered, needsApproval } from '../draws/draw-state.ts';

export type DashboardSlot = Dashboard['slots'][number];

/** `draftsAt`: when today's drafts are made; null if they will not be made. */
export function slotState(
  { draw, drawAt, revealAt }: DashboardSlot,
  draftsAt: Dashboard['draftsAt'],
  now: Instant,
): DrawState {
  if (!draw) return draftsAt === null ? 'missing' : 'expected';
  const state = drawState(draw);
  const isLive = state === 'draft' && phaseAt(now, Date.parse(drawAt), Date.parse(revealAt)) === 'live';
  return isLive ? 'live' : state;
}

export function slotOutlook(
  { draw, revealAt }: DashboardSlot,
  { autoPublish, publishGenerated }: Dashboard['automation'],
  now: Instant,
): string {
  if (!draw) return 'Nothing to publish';
  if (draw.published) return 'Done';
  if (draw.onHold) return 'Waits for a person';
  if (needsApproval(draw)) return 'Waits for approval';
  if (!autoPublish) return 'Publish by hand';
  if (!publishGenerated && !isEntered(draw)) return 'Waits to be entered';
  const due = Date.parse(revealAt);
  return due > now ? `Publishes in ${countdownText(countdownTo(due, now))}` : 'Publishing…';
}
