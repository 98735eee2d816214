/** What needs the attention of staff: its kinds and its order, and the trouble of the server. */
import { DAY, HOUR, type Instant, type IstDate, instantOf, istDateOf, SECOND } from './ist-time.ts';
import { drawInstant } from './phase.ts';
import type { Slot } from './slots.ts';

export const ATTENTION_KINDS = [
  'late',
  'overdue',
  'held',
  'missing',
  'approval',
  'backup',
  'mail',
  'automation',
  'maintenance',
  'clock',
  'beacon',
  'log',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export interface AttentionItem {
  kind: AttentionKind;
  date?: IstDate;
  slot?: Slot;
  drawId?: string;
  /** When it began. */
  since: Instant;
  /** One sentence. */
  text: string;
}

export interface ServerFacts {
  /** Null while it is off. */
  maintenanceSince: Instant | null;
  /** Null while automatic publication is on. */
  automationOffSince: Instant | null;
  automationFailingSince: Instant | null;
  clockJumpedAt: Instant | null;
  mailFailingSince: Instant | null;
  /** When the last verified backup was made; null without one. */
  verifiedBackupAt: Instant | null;
  /** The newest backup, if it failed. */
  failedBackup: { at: Instant; error: string } | null;
  firstDataAt: Instant | null;
  isTomorrowCommitted: boolean;
  /** Null unless today's drafts had to be made without the beacon. */
  beaconMissingSince: Instant | null;
}

export function serverAttention(facts: ServerFacts, now: Instant): AttentionItem[] {
  const items: [AttentionKind, Instant | null, string][] = [
    ['maintenance', facts.maintenanceSince, 'Maintenance mode is on: visitors see the maintenance page.'],
    [
      'automation',
      facts.automationOffSince,
      'Automatic publication is off: results wait until somebody publishes them.',
    ],
    [
      'automation',
      facts.automationFailingSince,
      'Automatic publication fails: the server tries again every second.',
    ],
    [
      'clock',
      facts.clockJumpedAt,
      'The clock of the server jumped ahead: check its time, because results are published by it.',
    ],
    ['mail', facts.mailFailingSince, 'Mails are not going out: the server keeps them and tries again.'],
    [
      'beacon',
      facts.beaconMissingSince,
      'The public beacon was not reached: today’s random results are fixed beforehand, not provably random.',
    ],
    ['log', uncommittedSince(facts, now), 'Tomorrow’s draws are not committed in the public log.'],
  ];
  return [
    ...items.flatMap(([kind, since, text]) => (since === null ? [] : [{ kind, since, text }])),
    ...backupAttention(facts, now),
  ];
}

/** The server commits tomorrow as soon as it runs today: in the evening, something prevents it. */
const COMMITTED_BY = 23 * HOUR;
/** A new installation needs a moment to commit its first days. */
const FIRST_COMMIT_TIME = 10 * SECOND;

function uncommittedSince({ isTomorrowCommitted, firstDataAt }: ServerFacts, now: Instant): Instant | null {
  if (isTomorrowCommitted || firstDataAt === null || now < firstDataAt + FIRST_COMMIT_TIME) return null;
  const deadline = instantOf(istDateOf(now)) + COMMITTED_BY;
  return now < deadline ? null : Math.max(deadline, firstDataAt);
}

/** An installation without a backup has a day for its first one. */
function backupAttention(
  { verifiedBackupAt, failedBackup, firstDataAt }: ServerFacts,
  now: Instant,
): AttentionItem[] {
  const newestAt = verifiedBackupAt ?? firstDataAt;
  const isOld = newestAt !== null && now - newestAt >= DAY;
  if (!isOld && failedBackup === null) return [];
  const failure = failedBackup && `The last backup failed: ${withFullStop(failedBackup.error)}`;
  const text = failure ?? 'There has been no verified backup for a day.';
  return [{ kind: 'backup', since: failedBackup?.at ?? (newestAt ?? now) + DAY, text }];
}

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

interface Subject {
  kind: AttentionKind;
  date?: IstDate | undefined;
  slot?: Slot | undefined;
}

/** What visitors can see is wrong, in contrast to what will be. */
export function isPublicTrouble({ kind, date, slot }: Subject, now: Instant): boolean {
  if (kind === 'missing') return date !== undefined && slot !== undefined && drawInstant(date, slot) <= now;
  return kind === 'maintenance' || kind === 'late' || kind === 'overdue';
}

/** Public trouble first, and of it the newest draw; then the draws that come next, then the server. */
export function orderAttention(items: readonly AttentionItem[], now: Instant): AttentionItem[] {
  const groupOf = (item: AttentionItem): number => {
    if (isPublicTrouble(item, now)) return item.date === undefined ? 0 : 1;
    return item.date === undefined ? 3 : 2;
  };
  const timeOf = ({ date, slot, since }: AttentionItem): Instant =>
    date === undefined || slot === undefined ? since : drawInstant(date, slot);
  return items.toSorted((a, b) => {
    const group = groupOf(a) - groupOf(b);
    if (group !== 0) return group;
    return groupOf(a) === 1 ? timeOf(b) - timeOf(a) : timeOf(a) - timeOf(b);
  });
}
