/** Commitments and missing beacons: each rule with a log that keeps it and one that breaks it. */
import { describe, expect, test } from 'bun:test';
import {
  beaconTime,
  createLogBuilder,
  type LogBuilder,
  lastVerdictOn,
  ORIGIN,
} from '../../../tests/support/public-log.ts';
import {
  type Commit,
  committedLog,
  D,
  EVE,
  expectVerdict,
  firstCommit,
  openLog,
  ROUND,
  signer,
} from '../../../tests/support/replay-logs.ts';
import { addDays, DAY, type Instant, instantOf, MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import { roundAt } from './beacon-chain.ts';

function continuedLog(at: Instant): LogBuilder {
  const log = createLogBuilder(signer);
  const root = Buffer.alloc(32, 7).toString('base64');
  log.add({ kind: 'continue', origin: ORIGIN, size: 9, root, reason: null }, at);
  return log;
}

describe('a commitment', () => {
  test.each<[string, (commit: Commit) => Commit, string | null]>([
    ['as it should be', (commit) => commit, null],
    [
      'with the number of another slot',
      (commit) => ({ ...commit, drawNo: 'SC140320262' }),
      'its draw number is not that of its date and slot',
    ],
    [
      'with a chain but no round',
      (commit) => ({ ...commit, round: 0 }),
      'it has only one of chain and round',
    ],
    [
      'with a round but no chain',
      (commit) => ({ ...commit, chain: '' }),
      'it has only one of chain and round',
    ],
    [
      'of an unknown chain',
      (commit) => ({ ...commit, chain: 'ab'.repeat(32) }),
      'its beacon chain is not known',
    ],
    ['to the first round of its date', (commit) => ({ ...commit, round: firstRound(D) }), null],
    [
      'to the last round of the day before',
      (commit) => ({ ...commit, round: firstRound(D) - 1 }),
      'its beacon round is not of its date',
    ],
    [
      'to the last round of its date',
      (commit) => ({ ...commit, round: firstRound(addDays(D, 1)) - 1 }),
      null,
    ],
    [
      'to the first round of the next day',
      (commit) => ({ ...commit, round: firstRound(addDays(D, 1)) }),
      'its beacon round is not of its date',
    ],
    [
      'to a round that no date has',
      (commit) => ({ ...commit, round: Number.MAX_SAFE_INTEGER }),
      'its beacon round is not of its date',
    ],
  ])('%s', async (_name, change, breach) => {
    const log = openLog();
    log.add(change(await firstCommit(log)));
    await expectVerdict(log, breach);
  });

  test('is made once for a slot', async () => {
    const log = openLog();
    const commit = await firstCommit(log);
    log.add(commit);
    log.add({ ...commit, commit: 'ab'.repeat(32) });
    await expectVerdict(log, 'its slot had a commitment before');
  });

  test.each([
    ['round', { round: ROUND + 1 }],
    ['chain', { chain: '', round: 0 }],
  ])('has the %s of the others of its date', async (_name, change) => {
    const log = openLog();
    const [first, second] = await log.commitments(D);
    if (!first || !second) throw new Error('no commitments');
    log.add(first);
    log.add(second);
    await expectVerdict(log, null);
    log.texts.pop();
    log.add({ ...second, ...change });
    await expectVerdict(log, 'another commitment of its date has another chain or round');
  });

  const midnight = instantOf(D);
  test.each([
    ['at the start of the day before', true, midnight - DAY, null],
    ['too early', true, midnight - DAY - 1, 'it was not made on the day before its date'],
    ['at the end of the day before', true, midnight - 1, null],
    ['on its date before the round', true, midnight, 'it was not made on the day before its date'],
    ['at its round', true, beaconTime(D), 'it was made after its beacon round'],
    ['without a beacon at the start of the day before', false, midnight - DAY, null],
    [
      'without a beacon too early',
      false,
      midnight - DAY - 1,
      'it was made neither on its date nor on the day before',
    ],
    ['without a beacon at the end of its date', false, midnight + DAY - 1, null],
    [
      'without a beacon after its date',
      false,
      midnight + DAY,
      'it was made neither on its date nor on the day before',
    ],
  ])('%s', async (_name, beacon, at, breach) => {
    const log = openLog(EVE - 2 * DAY);
    log.add(await firstCommit(log, beacon), at);
    await expectVerdict(log, breach);
  });

  test.each([true, false])(
    'is repeated at any time when a log continues; with a beacon: %p',
    async (beacon) => {
      const at = drawInstant(D, '10:00') + 3 * DAY;
      const log = continuedLog(at);
      log.add(await firstCommit(log, beacon));
      await expectVerdict(log, null, `${ORIGIN}/2`);
      const later = continuedLog(at);
      later.add(await firstCommit(later, beacon), at + 1);
      expect(await lastVerdictOn(later, { origin: `${ORIGIN}/2` })).toContain('it was made');
    },
  );
});

const firstRound = (date: string): number => roundAt(signer.chain, instantOf(date) - 1) + 1;

describe('a missing beacon', () => {
  const late = beaconTime(D) + MINUTE;
  const entry = { kind: 'nobeacon', date: D, round: ROUND } as const;

  test.each([
    ['a minute after the round', entry, late, null],
    ['before that', entry, late - 3_000, 'it was made before the beacon was late'],
    [
      'of another round',
      { ...entry, round: ROUND - 1 },
      late,
      'no commitment of its date has its beacon round',
    ],
    [
      'of another date',
      { ...entry, date: addDays(D, 1) },
      late,
      'no commitment of its date has its beacon round',
    ],
  ])('%s', async (_name, nobeacon, at, breach) => {
    const log = await committedLog();
    log.add(nobeacon, at);
    await expectVerdict(log, breach);
  });

  test('is not of a date without a beacon', async () => {
    const log = await committedLog({ beacon: false });
    log.add({ ...entry, round: 0 }, late);
    await expectVerdict(log, 'no commitment of its date has its beacon round');
  });

  test('comes once', async () => {
    const log = await committedLog();
    log.add(entry, late);
    log.add(entry);
    await expectVerdict(log, 'its date had such an entry before');
  });

  test.each(['result', 'opened'])('does not follow the signature of a %s', async (kind) => {
    const log = await committedLog();
    const at = drawInstant(D, '10:00');
    log.add(kind === 'result' ? await log.generated('a', D, '10:00') : log.opened(D, '10:00'), at);
    log.add(entry);
    await expectVerdict(log, 'the signature of its round was shown before');
  });

  test('may follow a seed that was opened without a signature', async () => {
    const log = await committedLog();
    log.add(log.opened(D, '10:00', 'without signature'), drawInstant(D, '10:00'));
    log.add(entry);
    await expectVerdict(log, null);
  });
});
