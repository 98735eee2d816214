/** Opened seeds: each rule with a log that keeps it and one that breaks it. */
import { describe, test } from 'bun:test';
import { beaconTime } from '../../../tests/support/public-log.ts';
import {
  committedLog,
  D,
  expectVerdict,
  firstCommit,
  openLog,
  ROUND,
  signer,
} from '../../../tests/support/replay-logs.ts';
import { createBeaconSigner } from '../../cli/demo/beacon-signer.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { HOUR, MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import { roundAt } from './beacon-chain.ts';
import { commitTo } from './commitment.ts';

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
    await expectVerdict(log, 'it has a signature that the log says was not available');
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
