/** What automation owes at an instant: drafts to make, draws to publish, and when to look again. */
import {
  DAY,
  type Instant,
  type IstDate,
  instantOf,
  MINUTE,
  nextInstantAt,
  type TimeOfDay,
} from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { SLOTS, type Slot } from './slots.ts';

export interface AutomationRules {
  autoPublish: boolean;
  publishDelay: number;
  generateTime: TimeOfDay;
}

export interface UnpublishedDraw {
  id: string;
  date: IstDate;
  slot: Slot;
  onHold: boolean;
  createdAt: Instant;
}

export interface DuePublication {
  id: string;
  dueAt: Instant;
  late: boolean;
}

/** Past this the safety sweep has missed it too, so the server must have been away. */
const LATE_AFTER = MINUTE;

const isLate = (dueAt: Instant, now: Instant): boolean => now - dueAt > LATE_AFTER;

/**
 * A draft made for a day that was already over is history that a person entered and has not released:
 * only drafts made in time are automation's to publish.
 */
const isAutomationsToPublish = (draw: UnpublishedDraw): boolean =>
  !draw.onHold && draw.createdAt < instantOf(draw.date) + DAY;

function publicationsAhead(
  draws: readonly UnpublishedDraw[],
  rules: AutomationRules,
): { id: string; dueAt: Instant }[] {
  if (!rules.autoPublish) return [];
  return draws
    .filter(isAutomationsToPublish)
    .map((draw) => ({ id: draw.id, dueAt: revealInstant(draw.date, draw.slot, rules.publishDelay) }))
    .sort((a, b) => a.dueAt - b.dueAt);
}

/** The draws to publish now, the longest due first; also those of days before, if the server was away. */
export const publicationsDue = (
  draws: readonly UnpublishedDraw[],
  rules: AutomationRules,
  now: Instant,
): DuePublication[] =>
  publicationsAhead(draws, rules)
    .filter(({ dueAt }) => dueAt <= now)
    .map((due) => ({ ...due, late: isLate(due.dueAt, now) }));

/** Automation makes drafts only for a day without any draw: one that staff deleted does not come back. */
export const slotsToGenerate = (existing: readonly Slot[]): Slot[] =>
  existing.length === 0 ? [...SLOTS] : [];

/** The "Create drafts" button fills whatever is missing. */
export const missingSlots = (existing: readonly Slot[]): Slot[] =>
  SLOTS.filter((slot) => !existing.includes(slot));

export type AutomaticAction =
  | { kind: 'generate'; at: Instant }
  | { kind: 'publish'; at: Instant; drawId: string };

/** The next thing automation will do of itself, for its timer and for the dashboard. */
export function nextAutomaticAction(
  draws: readonly UnpublishedDraw[],
  rules: AutomationRules,
  now: Instant,
): AutomaticAction {
  const generateAt = nextInstantAt(now, rules.generateTime);
  const publication = publicationsAhead(draws, rules).find(({ dueAt }) => dueAt > now);
  return publication && publication.dueAt <= generateAt
    ? { kind: 'publish', at: publication.dueAt, drawId: publication.id }
    : { kind: 'generate', at: generateAt };
}
