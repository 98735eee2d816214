/** Commitments, missing beacons and opened seeds: each rule with a log that keeps it and one that breaks it. */
import { describe, expect, test } from 'bun:test';
import {
  beaconTime,
  createLogBuilder,
  eveOf,
  type LogBuilder,
  lastVerdictOn,
  ORIGIN,
  verdictsOn,
} from '../../../tests/support/public-log.ts';
import { createBeaconSigner } from '../../cli/demo/beacon-signer.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { addDays, DAY, HOUR, type Instant, instantOf, MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import { roundAt } from './beacon-chain.ts';
import { commitTo } from './commitment.ts';
import type { EntryFields } from './entries.ts';

const signer = createBeaconSigner();
const D = '2026-03-14';
const EVE = eveOf(D);
const ROUND = roundAt(signer.chain, beaconTime(D));

type Commit = { kind: 'commit' } & EntryFields['commit'];

function openLog(at: Instant = EVE): LogBuilder {
  const log = createLogBuilder(signer);
  log.add({ kind: 'open', origin: ORIGIN, series: 'SC' }, at);
  return log;
}

function continuedLog(at: Instant): LogBuilder {
  const log = createLogBuilder(signer);
  const root = Buffer.alloc(32, 7).toString('base64');
  log.add({ kind: 'continue', origin: ORIGIN, size: 9, root, reason: null }, at);
  return log;
}

async function firstCommit(log: LogBuilder, beacon = true): Promise<Commit> {
  const [commit] = await log.commitments(D, { beacon });
  if (!commit) throw new Error('no commitment');
  return commit;
}

async function committedLog({ beacon = true } = {}): Promise<LogBuilder> {
  const log = openLog();
  for (const commit of await log.commitments(D, { beacon })) log.add(commit);
  return log;
}

/** Checks the verdict on a last entry. */
async function expectVerdict(log: LogBuilder, breach: string | null, origin = ORIGIN): Promise<void> {
  const verdict = await lastVerdictOn(log, { origin });
  if (breach === null) expect(verdict).toBeNull();
  else expect(verdict).toContain(`): ${breach}.`);
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

describe('an opened seed', () => {
  const due = drawInstant(D, '10:00');

  test.each([
    ['at the time of the draw', due, null],
    ['before that', due - 1, 'its seed was opened before the time of the draw'],
  ])('%s', async (_name, at, breach) => {
    const log = await committedLog();
    log.add(log.opened(D, '10:00'), at);
    await expectVerdict(log, breach);
  });

  test.each([
    ['without a commitment', { drawNo: 'SC150320261' }, 'there is no commitment for its number'],
    ['with another seed', { seed: 'ab'.repeat(32) }, 'its seed is not that of the commitment'],
    ['with another round', { round: ROUND + 1 }, 'its chain or round is not that of the commitment'],
    ['with another chain', { chain: 'ab'.repeat(32) }, 'its chain or round is not that of the commitment'],
    [
      'with the signature of another round',
      { signature: signer.sign(ROUND + 1) },
      'the signature of its beacon round is not genuine',
    ],
    [
      'with the signature of another key',
      { signature: createBeaconSigner().sign(ROUND) },
      'the signature of its beacon round is not genuine',
    ],
    [
      'with a signature that is no point',
      { signature: 'ff'.repeat(48) },
      'the signature of its beacon round is not genuine',
    ],
  ])('%s', async (_name, change, breach) => {
    const log = await committedLog();
    log.add({ ...log.opened(D, '10:00'), ...change }, due);
    await expectVerdict(log, breach);
  });

  test('is opened once', async () => {
    const log = await committedLog();
    log.add(log.opened(D, '10:00'), due);
    log.add(log.opened(D, '10:00'));
    await expectVerdict(log, 'its seed was opened before');
  });

  test('is not opened after a result with its digits', async () => {
    const log = await committedLog();
    log.add(await log.generated('a', D, '10:00'), due);
    log.add(log.opened(D, '10:00'));
    await expectVerdict(log, 'its seed was opened before');
  });

  describe('without a signature', () => {
    test('if the drafts were never made', async () => {
      const log = await committedLog();
      for (const slot of ['10:00', '12:00', '14:00'] as const) {
        log.add(log.opened(D, slot, 'without signature'), drawInstant(D, slot));
        await expectVerdict(log, null);
      }
    });

    test('may be followed by results of the date with their signature', async () => {
      const log = await committedLog();
      log.add(log.opened(D, '10:00', 'without signature'), due);
      log.add(await log.generated('a', D, '12:00'), due + HOUR);
      await expectVerdict(log, null);
    });

    test.each(['result', 'opened'])('not after a %s of the date showed one', async (kind) => {
      const log = await committedLog();
      log.add(kind === 'result' ? await log.generated('a', D, '10:00') : log.opened(D, '10:00'), due);
      log.add(log.opened(D, '12:00', 'without signature'), drawInstant(D, '12:00'));
      await expectVerdict(log, 'the signature of its beacon round is missing');
    });

    test('after a missing beacon, also if there are results', async () => {
      const log = await committedLog();
      log.add({ kind: 'nobeacon', date: D, round: ROUND }, beaconTime(D) + MINUTE);
      log.add(await log.generated('a', D, '10:00', 'without signature'), due);
      log.add(log.opened(D, '12:00', 'without signature'), drawInstant(D, '12:00'));
      await expectVerdict(log, null);
    });

    test('on a date without a beacon', async () => {
      const log = await committedLog({ beacon: false });
      log.add(await log.generated('a', D, '10:00'), due);
      log.add(log.opened(D, '12:00'), drawInstant(D, '12:00'));
      await expectVerdict(log, null);
    });
  });

  test('has no signature after a missing beacon', async () => {
    const log = await committedLog();
    log.add({ kind: 'nobeacon', date: D, round: ROUND }, beaconTime(D) + MINUTE);
    log.add(log.opened(D, '10:00'), due);
    await expectVerdict(log, 'it has a signature that the log says was not to be had');
  });

  test('has no signature on a date without a beacon', async () => {
    const log = await committedLog({ beacon: false });
    log.add({ ...log.opened(D, '10:00'), signature: signer.sign(ROUND) }, due);
    await expectVerdict(log, 'it has a signature but no beacon round');
  });

  test('has no signature before the time of its round', async () => {
    // With a generate time of 11:00 the round is later than the first draw.
    const round = roundAt(signer.chain, drawInstant(D, '10:00') + HOUR);
    const log = openLog();
    const commit = await firstCommit(log);
    const opened = { ...log.opened(D, '10:00', 'without signature'), round, signature: signer.sign(round) };
    const changed = { ...commit, round };
    log.add({ ...changed, commit: await commitTo(changed, Uint8Array.fromHex(opened.seed), nodeCrypto) });
    log.add(opened, due);
    await expectVerdict(log, 'it has a signature before the time of its beacon round');
    log.texts.pop();
    log.add(opened, due + HOUR);
    await expectVerdict(log, null);
  });
});

describe('after a breach', () => {
  const due = drawInstant(D, '10:00');

  test('an unknown chain is one for all entries of its date', async () => {
    const log = await committedLog();
    log.add({ kind: 'nobeacon', date: D, round: ROUND }, beaconTime(D) + MINUTE);
    const later = await committedLog();
    later.add(later.opened(D, '10:00'), due);
    for (const each of [log, later]) {
      const [, ...verdicts] = await verdictsOn(each, { chains: new Map() });
      expect(verdicts).toEqual(Array(6).fill(expect.stringContaining('its beacon chain is not known')));
    }
  });

  test('the first commitment of a slot counts', async () => {
    const log = openLog();
    const commit = await firstCommit(log);
    log.add(commit);
    log.add({ ...commit, chain: '', round: 0, commit: 'ab'.repeat(32) });
    log.add(await log.generated('a', D, '10:00'), due);
    expect(await verdictsOn(log)).toEqual([
      null,
      null,
      expect.stringContaining('its slot had a commitment before'),
      null,
    ]);
  });

  test('the beacon of the first commitment of a date counts', async () => {
    const log = openLog();
    const [first, second, third] = await log.commitments(D);
    if (!first || !second || !third) throw new Error('no commitments');
    log.add(first);
    log.add({ ...second, round: ROUND + 1 });
    log.add(third);
    expect(await verdictsOn(log)).toEqual([
      null,
      null,
      expect.stringContaining('another commitment of its date has another chain or round'),
      null,
    ]);
  });

  test('a generated result without its signature does not excuse a seed that is opened without it', async () => {
    const log = await committedLog();
    log.add(await log.generated('a', D, '10:00', 'without signature'), due);
    log.add(log.opened(D, '12:00', 'without signature'), drawInstant(D, '12:00'));
    const missing = expect.stringContaining('the signature of its beacon round is missing');
    expect((await verdictsOn(log)).slice(-2)).toEqual([missing, missing]);
  });
});
