/** The titles and texts of alerts to staff. */
import type { AlertDraw, ReportedTrouble, Trouble, TroubleKind } from './alerts.ts';
import { nameOf } from './draw-attention.ts';
import { HOUR, type Instant, istTimeOf, MINUTE, SECOND } from './ist-time.ts';
import { slotLabel, timeLabel } from './slots.ts';

export interface AlertMessage {
  /** The title of the push and the subject of the mail. */
  title: string;
  text: string;
  /** The path of the panel screen that shows more. */
  path: string;
}

type ServerTroubleKind = Exclude<TroubleKind, 'result' | 'withdrawn'>;

/** Staff of both roles may open it. */
const SERVER_PATH = '/admin';

const SERVER_TITLES: Record<ServerTroubleKind, string> = {
  'automation-off': 'Automatic publication is off',
  'automation-failing': 'Automatic publication fails',
  backup: 'No good backup',
  mail: 'Mails are not going out',
  beacon: 'The public beacon is missing',
  log: 'Tomorrow is not committed in the public log',
};

const SERVER_ENDS: Record<ServerTroubleKind, Omit<AlertMessage, 'path'>> = {
  'automation-off': {
    title: 'Automatic publication is on',
    text: 'Automatic publication is on again.',
  },
  'automation-failing': {
    title: 'Automatic publication works',
    text: 'Automatic publication works again.',
  },
  backup: { title: 'Backup verified', text: 'There is a verified backup again.' },
  mail: {
    title: 'No mail is waiting',
    text: 'No mail is waiting for another attempt any more.',
  },
  beacon: {
    title: 'The public beacon is not missing any more',
    text: 'The draws of today do not lack the public beacon.',
  },
  log: {
    title: 'Tomorrow is committed in the public log',
    text: 'Tomorrow’s draws are committed in the public log.',
  },
};

export function beginMessage({ kind, draw, isMissing, text }: Trouble): AlertMessage {
  if (draw === null) return { title: SERVER_TITLES[kind as ServerTroubleKind], text, path: SERVER_PATH };
  const state = kind === 'withdrawn' ? 'result taken back' : isMissing ? 'draw missing' : 'result late';
  return { title: `${slotLabel(draw.slot)} ${state}`, text, path: pathOf(draw) };
}

/** What became of the draw; null if there is none at this date and time. */
export type DrawOutcome = { publishedAt: Instant | null; dueAt: Instant } | null;

/** Null if there is nothing to say: the result was published and taken back, which is a trouble of its own. */
export function endMessage(
  { kind, draw }: Pick<ReportedTrouble, 'kind' | 'draw'>,
  outcome: DrawOutcome,
  now: Instant,
): AlertMessage | null {
  if (draw === null) return { ...SERVER_ENDS[kind as ServerTroubleKind], path: SERVER_PATH };
  if (outcome && outcome.publishedAt === null && outcome.dueAt <= now) return null;
  const name = nameOf('result', draw.date, draw.slot, now);
  const { state, sentence } = endOfResult(kind, outcome);
  return {
    title: `${slotLabel(draw.slot)} result ${state}`,
    text: `${name} ${sentence}.`,
    path: pathOf(draw),
  };
}

function endOfResult(kind: TroubleKind, outcome: DrawOutcome): { state: string; sentence: string } {
  if (outcome === null && kind === 'withdrawn') return { state: 'deleted', sentence: 'was deleted' };
  if (outcome === null) return { state: 'not expected', sentence: 'is not expected any more' };
  const { publishedAt, dueAt } = outcome;
  if (publishedAt === null)
    return { state: 'not late', sentence: `is due at ${timeLabel(istTimeOf(dueAt))}` };
  if (kind === 'withdrawn') return { state: 'public again', sentence: 'is public again' };
  const lateness = publishedAt - dueAt;
  const suffix = lateness < SECOND ? '' : ` ${durationText(lateness)} late`;
  return { state: 'published', sentence: `was published${suffix}` };
}

/** `12 s`, `3 min` or `2 h 5 min`, rounded down. */
export function durationText(duration: number): string {
  if (duration < MINUTE) return `${Math.floor(duration / SECOND)} s`;
  const minutes = Math.floor((duration % HOUR) / MINUTE);
  if (duration < HOUR) return `${minutes} min`;
  return [`${Math.floor(duration / HOUR)} h`, ...(minutes > 0 ? [`${minutes} min`] : [])].join(' ');
}

export interface PublicCorrection {
  draw: AlertDraw;
  former: string;
  digits: string;
  reason: string | null;
  by: string;
}

/** For a correction of digits, and for one of number, date or time that left the digits as they were. */
export function correctionMessage(
  { draw, former, digits, reason, by }: PublicCorrection,
  now: Instant,
): AlertMessage {
  const name = nameOf('result', draw.date, draw.slot, now);
  const change = former === digits ? `its digits are still ${digits}` : `${former} became ${digits}`;
  return {
    title: `${slotLabel(draw.slot)} result corrected`,
    text: `${name} was corrected by ${by}: ${change}.${reason === null ? '' : ` Reason: ${inOneLine(reason)}`}`,
    path: pathOf(draw),
  };
}

export const TEST_MESSAGE: AlertMessage = {
  title: 'Test of your alerts',
  text: 'This is how alerts reach you. Nothing has happened.',
  path: '/admin/account',
};

export interface PublicDeletion {
  draw: AlertDraw;
  digits: string;
  by: string;
}

/** A new result in its place would otherwise be a correction that nobody notices. */
export const deletionMessage = ({ draw, digits, by }: PublicDeletion, now: Instant): AlertMessage => ({
  title: `${slotLabel(draw.slot)} result deleted`,
  text: `${nameOf('result', draw.date, draw.slot, now)}, ${digits}, was deleted by ${by}.`,
  path: pathOf(draw),
});

/** Without line breaks, and without characters that change the direction of what follows. */
const inOneLine = (text: string): string => text.replace(/[\s\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();

const CONTACTS_PATH = '/admin/contacts';

/** Without the text of the message: a device may show it while it is locked. */
export const contactMessage = (name: string): AlertMessage => ({
  title: 'New contact message',
  text: `${inOneLine(name)} has sent a message through the contact form.`,
  path: CONTACTS_PATH,
});

export const contactSummaryMessage = ({ count, since }: { count: number; since: Instant }): AlertMessage => ({
  title: 'More contact messages',
  text: `${count} more ${count === 1 ? 'message' : 'messages'} since ${timeLabel(istTimeOf(since))}.`,
  path: CONTACTS_PATH,
});

const pathOf = ({ date, slot }: AlertDraw): string => `/admin/draws?date=${date}&slot=${slot}`;
