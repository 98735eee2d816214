/** What automation has to do at an instant: create drafts, publish draws, and when to run next. */
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
import type { Provenance } from './publication.ts';
import { SLOTS, type Slot } from './slots.ts';

export interface AutomationRules {
  autoPublish: boolean;
  /** Whether drafts whose digits nobody entered are published too. */
  publishGenerated: boolean;
  publishDelay: number;
  generateTime: TimeOfDay;
}

export interface UnpublishedDraw {
  id: string;
  date: IstDate;
  slot: Slot;
  onHold: boolean;
  provenance: Provenance;
  createdAt: Instant;
  /** A proposal waits, or nobody has approved its digits. */
  needsApproval: boolean;
}

export interface DuePublication {
  id: string;
  dueAt: Instant;
  late: boolean;
}

/** After this delay the regular sweep has missed it too, so the server was down. */
const LATE_AFTER = MINUTE;

export const isLate = (dueAt: Instant, now: Instant): boolean => now - dueAt > LATE_AFTER;

/**
 * A draft created after its day was entered later by a person, who has to publish it:
 * automation publishes only drafts that were created in time.
 */
const isAutomationsToPublish = (draw: UnpublishedDraw, rules: AutomationRules): boolean =>
  rules.autoPublish &&
  !draw.onHold &&
  !draw.needsApproval &&
  draw.createdAt < instantOf(draw.date) + DAY &&
  (rules.publishGenerated || draw.provenance !== 'generated');

function publicationsAhead(
  draws: readonly UnpublishedDraw[],
  rules: AutomationRules,
): { id: string; dueAt: Instant }[] {
  return draws
    .filter((draw) => isAutomationsToPublish(draw, rules))
    .map((draw) => ({ id: draw.id, dueAt: revealInstant(draw.date, draw.slot, rules.publishDelay) }))
    .sort((a, b) => a.dueAt - b.dueAt);
}

/** The draws to publish now, oldest first, including those of earlier days if the server was down. */
export const publicationsDue = (
  draws: readonly UnpublishedDraw[],
  rules: AutomationRules,
  now: Instant,
): DuePublication[] =>
  publicationsAhead(draws, rules)
    .filter(({ dueAt }) => dueAt <= now)
    .map((due) => ({ ...due, late: isLate(due.dueAt, now) }));

/** Automation creates drafts only for a day without any draw, so that a draft deleted by staff stays deleted. */
export const slotsToGenerate = (existing: readonly Slot[]): Slot[] =>
  existing.length === 0 ? [...SLOTS] : [];

/** The "Create drafts" button creates the missing drafts. */
export const missingSlots = (existing: readonly Slot[]): Slot[] =>
  SLOTS.filter((slot) => !existing.includes(slot));

export type AutomaticAction =
  | { kind: 'generate'; at: Instant }
  | { kind: 'publish'; at: Instant; drawId: string };

/** The next automatic action, for the timer and the dashboard. `generateAt` is that of the next committed day. */
export function nextAutomaticAction(
  draws: readonly UnpublishedDraw[],
  rules: AutomationRules,
  now: Instant,
  generateAt: Instant = nextInstantAt(now, rules.generateTime),
): AutomaticAction {
  const publication = publicationsAhead(draws, rules).find(({ dueAt }) => dueAt > now);
  return publication && publication.dueAt <= generateAt
    ? { kind: 'publish', at: publication.dueAt, drawId: publication.id }
    : { kind: 'generate', at: generateAt };
}
