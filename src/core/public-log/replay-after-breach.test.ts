/** After a commitment or a seed that breaks a rule: what counts for the entries after it. */
import { describe, expect, test } from 'bun:test';
import { beaconTime, verdictsOn } from '../../../tests/support/public-log.ts';
import { committedLog, D, firstCommit, openLog, ROUND } from '../../../tests/support/replay-logs.ts';
import { MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';

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
