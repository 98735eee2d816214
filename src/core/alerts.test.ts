import { describe, expect, test } from 'bun:test';
import {
  beginMessage,
  contactMessage,
  correctionMessage,
  deletionMessage,
  durationText,
  endMessage,
} from './alert-texts.ts';
import {
  type AlertFacts,
  alertChanges,
  nextAlertCheck,
  type ReportedTrouble,
  type Trouble,
} from './alerts.ts';
import type { ServerFacts } from './attention.ts';
import type { DrawFacts, WaitingDraft } from './draw-attention.ts';
import { addDays, DAY, HOUR, instantOf, MINUTE, SECOND } from './ist-time.ts';
import { SLOTS } from './slots.ts';

const TODAY = '2026-11-15';
const DRAW = { date: TODAY, slot: '14:00' } as const;
const DUE = instantOf(TODAY, '14:15');

const SERVER: ServerFacts = {
  maintenanceSince: null,
  automationOffSince: null,
  automationFailingSince: null,
  clockJumpedAt: null,
  mailFailingSince: null,
  verifiedBackupAt: DUE,
  failedBackup: null,
  firstDataAt: instantOf(TODAY),
  isTomorrowCommitted: true,
  beaconMissingSince: null,
};

const DRAFT: WaitingDraft = {
  id: 'draft',
  ...DRAW,
  provenance: 'generated',
  createdAt: instantOf(TODAY, '06:00'),
  isWithdrawn: false,
  heldSince: null,
  needsApproval: false,
};

const factsWith = (
  server: Partial<ServerFacts> = {},
  draws: Partial<DrawFacts> = {},
  isBeaconAwaited = false,
): AlertFacts => ({
  server: { ...SERVER, ...server },
  draws: {
    rules: { autoPublish: true, publishGenerated: true, publishDelay: 15, generateTime: '06:00' },
    drafts: [],
    unapproved: [],
    draws: SLOTS.map((slot) => ({ date: TODAY, slot })),
    firstDrawDate: TODAY,
    firstDataAt: instantOf(TODAY),
    ...draws,
  },
  isBeaconAwaited,
});

const late = factsWith({}, { drafts: [DRAFT] });
const GOOD = factsWith();

const reported = (more: Partial<ReportedTrouble> = {}): ReportedTrouble => ({
  id: 'alert',
  kind: 'result',
  draw: DRAW,
  seenAt: DUE,
  endedAt: null,
  ...more,
});

const begun = (facts: AlertFacts, now: number, alerts: ReportedTrouble[] = []) =>
  alertChanges(facts, alerts, now).begun.map(({ kind }) => kind);
const ended = (facts: AlertFacts, now: number, alert: ReportedTrouble) =>
  alertChanges(facts, [alert], now).ended.length === 1;

describe('a late result', () => {
  test('is reported as soon as the panel shows it', () => {
    expect(begun(late, DUE + 9 * SECOND)).toEqual([]);
    expect(begun(late, DUE + 10 * SECOND)).toEqual(['result']);
  });

  test('is one alert from late to overdue, and also when the draw is deleted', () => {
    const missing = factsWith(
      {},
      { draws: SLOTS.filter((slot) => slot !== '14:00').map((slot) => ({ date: TODAY, slot })) },
    );
    for (const facts of [late, missing]) {
      for (const now of [DUE + MINUTE, DUE + HOUR, DUE + 3 * DAY]) {
        const changes = alertChanges(facts, [reported()], now);
        const ofDraw = changes.begun.filter(({ draw }) => draw?.slot === '14:00' && draw.date === TODAY);
        expect([...ofDraw, ...changes.ended]).toEqual([]);
      }
    }
  });

  test('ends at once', () => expect(ended(GOOD, DUE + MINUTE, reported())).toBe(true));

  test('of an earlier day is not reported, but stays open', () => {
    const yesterday = { ...DRAFT, date: addDays(TODAY, -1) };
    const facts = factsWith({}, { drafts: [yesterday] });
    expect(begun(facts, instantOf(TODAY, '13:59'))).toEqual(['result']);
    expect(begun(facts, instantOf(TODAY, '14:00'))).toEqual([]);
    const alert = reported({ draw: { date: yesterday.date, slot: '14:00' } });
    expect(ended(facts, instantOf(TODAY, '14:05'), alert)).toBe(false);
  });

  test('that was taken back is an alert of its own', () => {
    const facts = factsWith({}, { drafts: [{ ...DRAFT, isWithdrawn: true, heldSince: DUE + MINUTE }] });
    const published = reported({ endedAt: DUE + 30 * SECOND });
    expect(begun(facts, DUE + MINUTE, [published])).toEqual(['withdrawn']);
  });

  test('a draw that is missing before its time is not reported', () => {
    const facts = factsWith({}, { draws: [] });
    expect(begun(facts, instantOf(TODAY, '09:59'))).toEqual([]);
    expect(begun(facts, instantOf(TODAY, '12:00'))).toEqual(['result', 'result']);
  });
});

test('is looked for every minute, and when a result can be late', () => {
  expect(nextAlertCheck(DUE - 10 * MINUTE, 15)).toBe(DUE - 9 * MINUTE);
  expect(nextAlertCheck(DUE - 30 * SECOND, 15)).toBe(DUE + 10 * SECOND);
  expect(nextAlertCheck(DUE + 10 * SECOND, 15)).toBe(DUE + 70 * SECOND);
});

describe('trouble of the server', () => {
  const since = DUE;
  const failing = factsWith({ automationFailingSince: since });

  test('is reported after it has lasted', () => {
    const off = factsWith({ automationOffSince: since });
    const mail = factsWith({ mailFailingSince: since });
    expect(begun(failing, since + MINUTE - 1)).toEqual([]);
    expect(begun(failing, since + MINUTE)).toEqual(['automation-failing']);
    expect(begun(off, since + MINUTE)).toEqual(['automation-off']);
    expect(begun(mail, since + MINUTE)).toEqual([]);
    expect(begun(mail, since + 1.5 * MINUTE)).toEqual(['mail']);
  });

  test('that returns is not reported again within half an hour, and then only if it lasts', () => {
    const mail = factsWith({ mailFailingSince: since });
    const former = reported({ kind: 'mail', draw: null, endedAt: since });
    expect(begun(mail, since + 29 * MINUTE, [former])).toEqual([]);
    expect(begun(mail, since + 30 * MINUTE, [former])).toEqual(['mail']);
  });

  test('maintenance, holds, approvals and the clock are not reported', () => {
    const facts = factsWith(
      { maintenanceSince: since, clockJumpedAt: since },
      { drafts: [{ ...DRAFT, slot: '19:00', heldSince: since }] },
    );
    expect(begun(facts, since + HOUR)).toEqual([]);
  });

  test('of one node is over when no node has found it for three minutes', () => {
    const alert = reported({ kind: 'automation-failing', draw: null, seenAt: since });
    expect(ended(GOOD, since + 3 * MINUTE - 1, alert)).toBe(false);
    expect(ended(GOOD, since + 3 * MINUTE, alert)).toBe(true);
    expect(alertChanges(failing, [alert], since + MINUTE - 1).seen).toEqual([]);
    expect(alertChanges(failing, [alert], since + MINUTE).seen).toEqual([alert]);
  });

  test('a missing log entry is not over because midnight has passed', () => {
    const alert = reported({ kind: 'log', draw: null });
    const uncommitted = factsWith({ isTomorrowCommitted: false });
    expect(begun(uncommitted, instantOf(TODAY, '23:00'))).toEqual(['log']);
    expect(ended(uncommitted, instantOf(TODAY) + DAY, alert)).toBe(false);
    expect(ended(GOOD, instantOf(TODAY) + DAY, alert)).toBe(true);
  });

  test('a missing beacon is over once it is known whether the next one was reached', () => {
    const alert = reported({ kind: 'beacon', draw: null });
    expect(ended(factsWith({}, {}, true), DUE, alert)).toBe(false);
    expect(ended(GOOD, DUE, alert)).toBe(true);
  });
});

describe('the texts', () => {
  test('of a deleted result, and of names and reasons in one line', () => {
    const deleted = deletionMessage({ draw: DRAW, digits: '12345', by: 'Asha' }, DUE);
    expect(deleted.text).toBe('Today’s 02:00 PM result, 12345, was deleted by Asha.');
    expect(contactMessage('Eve\r\nBcc: x\u202e').text).toBe(
      'Eve Bcc: x has sent a message through the contact form.',
    );
  });

  test('there is none for a late result that is due and not public: it was taken back', () => {
    expect(endMessage({ kind: 'result', draw: DRAW }, { publishedAt: null, dueAt: DUE }, DUE)).toBeNull();
  });

  const now = DUE + HOUR;
  const end = (outcome: Parameters<typeof endMessage>[1], kind: 'result' | 'withdrawn' = 'result') =>
    endMessage({ kind, draw: DRAW }, outcome, now)?.text;

  test('of a late result name the draw and lead to it', () => {
    const [trouble] = alertChanges(late, [], DUE + MINUTE).begun as [Trouble];
    expect(beginMessage(trouble)).toEqual({
      title: '02:00 PM result late',
      text: 'Today’s 02:00 PM result is late: it was due at 02:15 PM.',
      path: '/admin/draws?date=2026-11-15&slot=14:00',
    });
  });

  test('of its end say how late it was published', () => {
    const published = (lateness: number) => end({ publishedAt: DUE + lateness, dueAt: DUE });
    expect(published(3 * MINUTE + 59 * SECOND)).toBe('Today’s 02:00 PM result was published 3 min late.');
    expect(published(12 * SECOND)).toBe('Today’s 02:00 PM result was published 12 s late.');
    expect(published(-MINUTE)).toBe('Today’s 02:00 PM result was published.');
    expect(
      endMessage({ kind: 'result', draw: DRAW }, { publishedAt: DUE + MINUTE, dueAt: DUE }, now + DAY)?.text,
    ).toBe('The 02:00 PM result of 15 November 2026 was published 1 min late.');
  });

  test('of another end say what is true', () => {
    expect(end(null)).toBe('Today’s 02:00 PM result is not expected any more.');
    expect(end(null, 'withdrawn')).toBe('Today’s 02:00 PM result was deleted.');
    expect(end({ publishedAt: null, dueAt: instantOf(TODAY, '15:30') })).toBe(
      'Today’s 02:00 PM result is due at 03:30 PM.',
    );
    expect(end({ publishedAt: DUE + HOUR, dueAt: DUE }, 'withdrawn')).toBe(
      'Today’s 02:00 PM result is public again.',
    );
  });

  test.each([
    [59 * SECOND, '59 s'],
    [MINUTE, '1 min'],
    [HOUR, '1 h'],
    [26 * HOUR + 5 * MINUTE, '26 h 5 min'],
  ])('a duration of %d ms is %s', (duration, text) => expect(durationText(duration)).toBe(text));

  test('of a correction', () => {
    const correction = { draw: DRAW, former: '12345', digits: '12354', by: 'Asha' };
    expect(correctionMessage({ ...correction, reason: 'Misread.' }, now).text).toBe(
      'Today’s 02:00 PM result was corrected by Asha: 12345 became 12354. Reason: Misread.',
    );
    expect(correctionMessage({ ...correction, digits: '12345', reason: null }, now).text).toBe(
      'Today’s 02:00 PM result was corrected by Asha: its digits are still 12345.',
    );
  });
});
