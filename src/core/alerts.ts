/** Alerts to staff: which troubles are reported, when one begins, and when it is over. */
import { type AttentionItem, isPublicTrouble, type ServerFacts, serverAttention } from './attention.ts';
import { type DrawFacts, drawAttention } from './draw-attention.ts';
import { DAY, type Instant, type IstDate, istDateOf, MINUTE } from './ist-time.ts';
import { drawInstant, revealInstant } from './phase.ts';
import { AUTOMATION_TIME } from './schedule.ts';
import { SLOTS, type Slot } from './slots.ts';

export type TroubleKind =
  | 'result'
  | 'withdrawn'
  | 'automation-off'
  | 'automation-failing'
  | 'backup'
  | 'mail'
  | 'beacon'
  | 'log';

export interface AlertDraw {
  date: IstDate;
  slot: Slot;
}

export interface Trouble {
  kind: TroubleKind;
  /** Set only for trouble with a result. */
  draw: AlertDraw | null;
  /** There is no draw that could be published. */
  isMissing: boolean;
  since: Instant;
  /** One sentence. */
  text: string;
}

/** A trouble that was reported. */
export interface ReportedTrouble {
  id: string;
  kind: TroubleKind;
  draw: AlertDraw | null;
  /** When a node found it last. */
  seenAt: Instant;
  /** Null while it is open. */
  endedAt: Instant | null;
}

export interface AlertFacts {
  draws: DrawFacts;
  server: ServerFacts;
  /** Whether today's beacon has been reached is not known yet. */
  isBeaconAwaited: boolean;
}

/** All troubles that exist, including those that are too short or too old to be reported. */
const findTroubles = ({ draws, server }: AlertFacts, now: Instant): Trouble[] => [
  ...drawTroubles(draws, now),
  ...serverAttention({ ...server, automationFailingSince: null }, now).flatMap(serverTrouble),
  ...serverAttention({ ...server, automationOffSince: null }, now)
    .filter(({ kind }) => kind === 'automation')
    .map(({ since, text }) => ({
      kind: 'automation-failing' as const,
      draw: null,
      isMissing: false,
      since,
      text,
    })),
];

/** One for each draw, whether its result is late, overdue or missing. */
function drawTroubles(facts: DrawFacts, now: Instant): Trouble[] {
  const withdrawn = new Set(facts.drafts.filter(({ isWithdrawn }) => isWithdrawn).map(({ id }) => id));
  return drawAttention(facts, now).flatMap((item) => {
    const { date, slot, drawId, since, text } = item;
    if (date === undefined || slot === undefined || !isPublicTrouble(item, now)) return [];
    const kind = drawId !== undefined && withdrawn.has(drawId) ? 'withdrawn' : 'result';
    return [{ kind, draw: { date, slot }, isMissing: item.kind === 'missing', since, text }];
  });
}

const SERVER_KINDS: Partial<Record<AttentionItem['kind'], TroubleKind>> = {
  automation: 'automation-off',
  backup: 'backup',
  mail: 'mail',
  beacon: 'beacon',
  log: 'log',
};

function serverTrouble({ kind, since, text }: AttentionItem): Trouble[] {
  const trouble = SERVER_KINDS[kind];
  return trouble === undefined ? [] : [{ kind: trouble, draw: null, isMissing: false, since, text }];
}

/** How long a trouble lasts before it is reported. A mail is tried twice in this time. */
const REPORTED_AFTER: Partial<Record<TroubleKind, number>> = {
  'automation-off': MINUTE,
  'automation-failing': MINUTE,
  mail: 1.5 * MINUTE,
};
/** The same trouble is not reported again before this time after its end; if it lasts, it is reported then. */
export const REPORTED_AGAIN_AFTER = 30 * MINUTE;
/** The results of earlier draws are in the panel only: an import may bring many of them. */
const REPORTED_RESULTS = DAY;

/** Not all nodes find these, so one is over when none has found it for some time. */
const FOUND_BY_SOME_NODES: readonly TroubleKind[] = ['automation-failing', 'backup'];
const SEEN_EVERY = MINUTE;
const OVER_WHEN_UNSEEN_FOR = 3 * MINUTE;

/** For trouble that begins without a change in the database; that of the server must have lasted for a while. */
const CHECKED_EVERY = MINUTE;

/** When to look again: a result is late a moment after it was due. */
export function nextAlertCheck(now: Instant, publishDelay: number): Instant {
  const today = istDateOf(now);
  const lateAt = SLOTS.map((slot) => revealInstant(today, slot, publishDelay) + AUTOMATION_TIME);
  return Math.min(now + CHECKED_EVERY, ...lateAt.filter((instant) => instant > now));
}

export interface AlertChanges {
  begun: Trouble[];
  ended: ReportedTrouble[];
  /** Found again, which must be stored for the other nodes. */
  seen: ReportedTrouble[];
}

/** Compares the troubles that exist with those that are open or ended lately. */
export function alertChanges(
  facts: AlertFacts,
  reported: readonly ReportedTrouble[],
  now: Instant,
): AlertChanges {
  const troubles = findTroubles(facts, now);
  const existing = new Set(troubles.map(keyOf));
  const open = reported.filter(({ endedAt }) => endedAt === null);
  const blocked = new Set(
    reported.filter(({ endedAt }) => endedAt === null || now - endedAt < REPORTED_AGAIN_AFTER).map(keyOf),
  );
  return {
    begun: troubles.filter((trouble) => isReportable(trouble, now) && !blocked.has(keyOf(trouble))),
    ended: open.filter((alert) => !existing.has(keyOf(alert)) && isOver(alert, facts, now)),
    seen: open.filter(
      (alert) =>
        existing.has(keyOf(alert)) &&
        FOUND_BY_SOME_NODES.includes(alert.kind) &&
        now - alert.seenAt >= SEEN_EVERY,
    ),
  };
}

export const keyOf = ({ kind, draw }: Pick<Trouble, 'kind' | 'draw'>): string =>
  draw === null ? kind : `${kind} ${draw.date} ${draw.slot}`;

function isReportable({ kind, draw, since }: Trouble, now: Instant): boolean {
  if (draw !== null && now - drawInstant(draw.date, draw.slot) >= REPORTED_RESULTS) return false;
  return now - since >= (REPORTED_AFTER[kind] ?? 0);
}

/** Whether a trouble that is not found is over, or only cannot be found now. */
function isOver(
  { kind, seenAt }: ReportedTrouble,
  { server, isBeaconAwaited }: AlertFacts,
  now: Instant,
): boolean {
  // After midnight the next day is asked for, which has a deadline of its own.
  if (kind === 'log') return server.isTomorrowCommitted;
  if (kind === 'beacon') return !isBeaconAwaited;
  return !FOUND_BY_SOME_NODES.includes(kind) || now - seenAt >= OVER_WHEN_UNSEEN_FOR;
}
