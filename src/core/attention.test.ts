import { describe, expect, test } from 'bun:test';
import {
  type AttentionItem,
  isPublicTrouble,
  orderAttention,
  type ServerFacts,
  serverAttention,
} from './attention.ts';
import { DAY, HOUR, instantOf, MINUTE, SECOND } from './ist-time.ts';

const TODAY = '2026-11-15';
const NOW = instantOf(TODAY, '14:30');

const NO_TROUBLE: ServerFacts = {
  maintenanceSince: null,
  automationOffSince: null,
  automationFailingSince: null,
  clockJumpedAt: null,
  mailFailingSince: null,
  verifiedBackupAt: NOW - HOUR,
  failedBackup: null,
  firstDataAt: NOW - 10 * DAY,
  isTomorrowCommitted: true,
  beaconMissingSince: null,
};

const troubleWith = (facts: Partial<ServerFacts>) => serverAttention({ ...NO_TROUBLE, ...facts }, NOW);

describe('the server', () => {
  test('needs no attention while all is well', () => {
    expect(troubleWith({})).toEqual([]);
  });

  test.each([
    ['maintenanceSince', 'maintenance'],
    ['automationOffSince', 'automation'],
    ['automationFailingSince', 'automation'],
    ['clockJumpedAt', 'clock'],
    ['mailFailingSince', 'mail'],
    ['beaconMissingSince', 'beacon'],
  ] as const)('%s is listed as %s, since then', (name, kind) => {
    expect(troubleWith({ [name]: NOW - MINUTE })).toEqual([
      { kind, since: NOW - MINUTE, text: expect.stringMatching(/^[A-Z].*\.$/) },
    ]);
  });
});

describe('a missing backup', () => {
  const NONE = 'There has been no verified backup for a day.';

  test('is listed a day after the last verified one', () => {
    expect(troubleWith({ verifiedBackupAt: NOW - DAY + 1 })).toEqual([]);
    expect(troubleWith({ verifiedBackupAt: NOW - DAY - HOUR })).toEqual([
      { kind: 'backup', since: NOW - HOUR, text: NONE },
    ]);
  });

  test('is not listed on an installation that is younger than a day', () => {
    expect(troubleWith({ verifiedBackupAt: null, firstDataAt: null })).toEqual([]);
    expect(troubleWith({ verifiedBackupAt: null, firstDataAt: NOW - DAY + 1 })).toEqual([]);
    expect(troubleWith({ verifiedBackupAt: null, firstDataAt: NOW - DAY })).toEqual([
      { kind: 'backup', since: NOW, text: NONE },
    ]);
  });

  test('is listed at once if the newest one failed, with its reason', () => {
    const failedBackup = { at: NOW - MINUTE, error: 'The disk is full' };
    for (const verifiedBackupAt of [NOW - HOUR, NOW - 2 * DAY, null]) {
      expect(troubleWith({ verifiedBackupAt, failedBackup })).toEqual([
        { kind: 'backup', since: NOW - MINUTE, text: 'The last backup failed: The disk is full.' },
      ]);
    }
  });
});

describe('a tomorrow that is not committed', () => {
  const ELEVEN = instantOf(TODAY, '23:00');
  const uncommittedAt = (now: number, facts: Partial<ServerFacts> = {}) =>
    serverAttention({ ...NO_TROUBLE, verifiedBackupAt: now, isTomorrowCommitted: false, ...facts }, now);
  const lineSince = (since: number) => [
    { kind: 'log' as const, since, text: 'Tomorrow’s draws are not committed in the public log.' },
  ];

  test('is listed from 23:00 on, until midnight', () => {
    expect(uncommittedAt(ELEVEN - 1)).toEqual([]);
    expect(uncommittedAt(ELEVEN)).toEqual(lineSince(ELEVEN));
    expect(uncommittedAt(ELEVEN + HOUR - 1)).toEqual(lineSince(ELEVEN));
    expect(uncommittedAt(ELEVEN + HOUR)).toEqual([]);
    expect(uncommittedAt(ELEVEN, { isTomorrowCommitted: true })).toEqual([]);
  });

  test('is not listed while a new installation commits its first days', () => {
    const firstDataAt = ELEVEN + MINUTE;
    expect(uncommittedAt(firstDataAt, { firstDataAt: null })).toEqual([]);
    expect(uncommittedAt(firstDataAt + 10 * SECOND - 1, { firstDataAt })).toEqual([]);
    expect(uncommittedAt(firstDataAt + 10 * SECOND, { firstDataAt })).toEqual(lineSince(firstDataAt));
  });
});

test('late and overdue results, maintenance and draws missing after their time are what visitors can see', () => {
  const missing = (slot: '14:00' | '17:00') => isPublicTrouble({ kind: 'missing', date: TODAY, slot }, NOW);
  expect([missing('14:00'), missing('17:00')]).toEqual([true, false]);
  for (const kind of ['late', 'overdue', 'maintenance'] as const)
    expect(isPublicTrouble({ kind }, NOW)).toBe(true);
  for (const kind of ['held', 'backup', 'mail', 'automation', 'clock', 'beacon', 'log'] as const)
    expect(isPublicTrouble({ kind }, NOW)).toBe(false);
});

test('what visitors can see is first, the newest draw before older ones; the server is last', () => {
  const item = (text: string, more: Partial<AttentionItem>): AttentionItem => ({
    kind: 'held',
    since: NOW,
    text,
    ...more,
  });
  const items = [
    item('7', { kind: 'backup', since: NOW }),
    item('5', { kind: 'missing', date: TODAY, slot: '19:00' }),
    item('3', { kind: 'missing', date: '2026-11-14', slot: '19:00' }),
    item('6', { kind: 'mail', since: NOW - DAY }),
    item('4', { kind: 'held', date: TODAY, slot: '17:00' }),
    item('1', { kind: 'maintenance' }),
    item('2', { kind: 'late', date: TODAY, slot: '14:00' }),
  ];
  expect(orderAttention(items, NOW).map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});
