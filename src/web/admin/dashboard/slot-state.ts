/** The state of each slot of today, and what automation will do next with it. */
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { countdownText, countdownTo, phaseAt } from '../../../core/phase.ts';
import { type DrawState, drawState } from '../draws/draw-state-badge.tsx';

export type DashboardSlot = Dashboard['slots'][number];

export function slotState({ draw, drawAt, revealAt }: DashboardSlot, now: Instant): DrawState {
  if (!draw) return 'missing';
  const state = drawState(draw);
  const isLive = state === 'draft' && phaseAt(now, Date.parse(drawAt), Date.parse(revealAt)) === 'live';
  return isLive ? 'live' : state;
}

export function slotOutlook(slot: DashboardSlot, isAutomatic: boolean, now: Instant): string {
  const state = slotState(slot, now);
  if (state === 'missing') return 'Nothing to publish';
  if (state === 'published') return 'Done';
  if (state === 'on hold') return 'Waits for a person';
  if (!isAutomatic) return 'Publish by hand';
  const due = Date.parse(slot.revealAt);
  return due > now ? `Publishes in ${countdownText(countdownTo(due, now))}` : 'Publishing…';
}
