/** The draws that need the attention of staff at an instant: late, overdue, held and missing ones, and those that wait for approval. */
import type { AttentionItem } from './attention.ts';
import type { AutomationRules } from './automation.ts';
import { addDays, DAY, type Instant, type IstDate, instantOf, istDateOf, istTimeOf } from './ist-time.ts';
import { drawInstant, OVERDUE_AFTER, revealInstant } from './phase.ts';
import type { Provenance } from './publication.ts';
import { AUTOMATION_TIME } from './schedule.ts';
import { SLOTS, type Slot, slotLabel, timeLabel } from './slots.ts';

export interface WaitingDraft {
  id: string;
  date: IstDate;
  slot: Slot;
  provenance: Provenance;
  createdAt: Instant;
  /** It was published before. */
  isWithdrawn: boolean;
  /** Since when it is on hold; null if it is not. */
  heldSince: Instant | null;
  /** A proposal waits, or nobody has approved its digits. */
  needsApproval: boolean;
}

/** A draw with a proposal that waits, or with digits that nobody has approved. */
export interface UnapprovedDraw {
  id: string;
  date: IstDate;
  slot: Slot;
  /** Visitors have seen its result, so that the proposal is a correction. */
  wasPublished: boolean;
  createdAt: Instant;
  /** Null when it was rejected. */
  proposal: { by: string; at: Instant } | null;
}

export interface DrawFacts {
  rules: AutomationRules;
  /** All unpublished draws. */
  drafts: readonly WaitingDraft[];
  unapproved: readonly UnapprovedDraw[];
  /** The draws since `firstExaminedDay`. */
  draws: readonly { date: IstDate; slot: Slot }[];
  /** The day of the earliest draw; null without any. */
  firstDrawDate: IstDate | null;
  /** When this installation got its first data; null before. */
  firstDataAt: Instant | null;
  /** When today's drafts are made at the latest, if today is committed; otherwise the generate time counts. */
  draftsExpectedAt?: Instant | undefined;
}

/** Missing draws of earlier days are not listed. */
const EXAMINED_DAYS = 31;

export const firstExaminedDay = (now: Instant): IstDate => addDays(istDateOf(now), 1 - EXAMINED_DAYS);

export const drawAttention = (facts: DrawFacts, now: Instant): AttentionItem[] => [
  ...facts.drafts.flatMap((draft) => lateness(draft, facts.rules, now)),
  ...facts.unapproved.map((draw) => waitsForApproval(draw, now)),
  ...facts.drafts.flatMap((draft) => holds(draft, now)),
  ...missingDraws(facts, now),
];

function lateness(draft: WaitingDraft, rules: AutomationRules, now: Instant): AttentionItem[] {
  const { id, date, slot, createdAt } = draft;
  const dueAt = revealInstant(date, slot, rules.publishDelay);
  const reason = reasonToWait(draft, rules);
  if (now < dueAt + (reason === null ? AUTOMATION_TIME : 0)) return [];
  const isOverdue = now - dueAt > OVERDUE_AFTER || reason === 'random';
  const state = isOverdue ? 'overdue' : 'late';
  const cause = reason === null ? `it was due at ${timeLabel(istTimeOf(dueAt))}` : CAUSES[reason];
  return [
    {
      kind: state,
      date,
      slot,
      drawId: id,
      since: Math.max(dueAt, createdAt),
      text: `${nameOf('result', date, slot, now)} is ${state}: ${cause}.`,
    },
  ];
}

const CAUSES = {
  held: 'it is on hold',
  withdrawn: 'it was taken back and is on hold',
  approval: 'it waits for approval',
  off: 'automatic publication is off',
  random: 'nobody has entered it, and random results are not published automatically',
  'entered later': 'it was entered after its day and waits to be published',
} as const;

/** Why automation does not publish a draft; null if it does. */
function reasonToWait(draft: WaitingDraft, rules: AutomationRules): keyof typeof CAUSES | null {
  if (draft.heldSince !== null) return draft.isWithdrawn ? 'withdrawn' : 'held';
  if (draft.needsApproval) return 'approval';
  if (!rules.publishGenerated && draft.provenance === 'generated') return 'random';
  if (!rules.autoPublish) return 'off';
  return draft.createdAt >= instantOf(draft.date) + DAY ? 'entered later' : null;
}

function waitsForApproval(draw: UnapprovedDraw, now: Instant): AttentionItem {
  const { id, date, slot, wasPublished, createdAt, proposal } = draw;
  const name = nameOf('result', date, slot, now);
  const sentence = () => {
    if (proposal === null) return 'was not approved: change it, send it again or delete it';
    if (wasPublished) return `has a correction by ${proposal.by} that waits for approval`;
    return `waits for approval: ${proposal.by} entered it`;
  };
  const since = proposal?.at ?? createdAt;
  return { kind: 'approval', date, slot, drawId: id, since, text: `${name} ${sentence()}.` };
}

function holds({ id, date, slot, heldSince, isWithdrawn }: WaitingDraft, now: Instant): AttentionItem[] {
  if (heldSince === null) return [];
  const state = isWithdrawn ? 'was taken back and is on hold' : 'is on hold';
  const text = `${nameOf('draw', date, slot, now)} ${state}.`;
  return [{ kind: 'held', date, slot, drawId: id, since: heldSince, text }];
}

function missingDraws(facts: DrawFacts, now: Instant): AttentionItem[] {
  const today = istDateOf(now);
  const slotsOfDays = Map.groupBy(facts.draws, ({ date }) => date);
  return Array.from({ length: EXAMINED_DAYS }, (_, daysAgo) => addDays(today, -daysAgo)).flatMap((date) => {
    const taken = (slotsOfDays.get(date) ?? []).map(({ slot }) => slot);
    const isExamined = date === today ? hasSettled(facts, now) : hadDraws(date, taken, facts);
    if (!isExamined) return [];
    return SLOTS.filter((slot) => !taken.includes(slot)).flatMap((slot) => missing(date, slot, facts, now));
  });
}

/** A server that has just started for the first time is about to create its drafts. */
const hasSettled = ({ firstDataAt }: DrawFacts, now: Instant): boolean =>
  firstDataAt !== null && now >= firstDataAt + AUTOMATION_TIME;

/**
 * A past day without any draw counts only once the site had its first draw and this installation existed: an import
 * of old results may leave out days on which nothing was drawn.
 */
function hadDraws(date: IstDate, taken: readonly Slot[], { firstDrawDate, firstDataAt }: DrawFacts): boolean {
  if (taken.length > 0) return true;
  if (firstDrawDate === null || firstDataAt === null) return false;
  return date >= firstDrawDate && date >= istDateOf(firstDataAt);
}

function missing(
  date: IstDate,
  slot: Slot,
  { rules, draftsExpectedAt }: DrawFacts,
  now: Instant,
): AttentionItem[] {
  const generateAt = date === istDateOf(now) ? draftsExpectedAt : undefined;
  const expectedAt = Math.min(generateAt ?? instantOf(date, rules.generateTime), drawInstant(date, slot));
  if (now < expectedAt + AUTOMATION_TIME) return [];
  const dueAt = revealInstant(date, slot, rules.publishDelay);
  const text = `${nameOf('draw', date, slot, now)} is missing.`;
  return [{ kind: 'missing', date, slot, since: dueAt <= now ? dueAt : expectedAt, text }];
}

/** `Today’s 02:00 PM result`, or with the date of another day. */
export function nameOf(noun: 'draw' | 'result', date: IstDate, slot: Slot, now: Instant): string {
  const name = `${slotLabel(slot)} ${noun}`;
  return date === istDateOf(now) ? `Today’s ${name}` : `The ${name} of ${dateText.format(Date.parse(date))}`;
}

const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
