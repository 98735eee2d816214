/** Results that open a seal, or nothing because they were public before: each rule kept and broken. */
import { describe, test } from 'bun:test';
import { type LogBuilder, resultFor } from '../../../tests/support/public-log.ts';
import {
  committedLog,
  D,
  DRAW_NO,
  DUE,
  expectVerdict,
  type ResultEntry,
} from '../../../tests/support/replay-logs.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { sealResult } from './commitment.ts';

describe('a sealed result', () => {
  const result = resultFor(D, '10:00', '12345');

  async function sealedLog(): Promise<LogBuilder> {
    const log = await committedLog();
    log.add(await log.sealed('a', result));
    return log;
  }

  test.each<[string, Partial<ResultEntry>, string | null]>([
    ['as it should be', {}, null],
    ['edited', { provenance: 'edited' }, null],
    [
      'generated',
      { provenance: 'generated' },
      'a sealed result is entered or edited when it is first published',
    ],
    [
      'corrected',
      { provenance: 'corrected' },
      'a sealed result is entered or edited when it is first published',
    ],
    ['with other digits', { digits: '12346' }, 'it is not what was sealed'],
    ['with another salt', { opening: { salt: 'ab'.repeat(32) } }, 'it is not what was sealed'],
    ['with another number', { drawNo: 'X-1' }, 'it was sealed with another number, date or slot'],
    ['on another date', { date: '2026-03-15' }, 'it was sealed with another number, date or slot'],
    ['in another slot', { slot: '12:00' }, 'it was sealed with another number, date or slot'],
    ['of another draw', { id: 'b' }, 'it was not sealed'],
  ])('%s', async (_name, change, breach) => {
    const log = await sealedLog();
    log.add({ ...log.unsealed('a', result), ...change }, DUE);
    await expectVerdict(log, breach);
  });

  test('is the last one that was sealed', async () => {
    const log = await sealedLog();
    const later = { ...result, digits: '54321' };
    log.add(await log.sealed('a', later));
    log.add(log.unsealed('a', later), DUE);
    await expectVerdict(log, null);
    log.texts.pop();
    log.add(log.unsealed('a', result));
    await expectVerdict(log, 'it is not what was sealed');
  });

  test('names the number, date and slot that its seal hides', async () => {
    const log = await committedLog();
    const entry = log.unsealed('a', result);
    const salt = Uint8Array.fromHex((entry.opening as { salt: string }).salt);
    const sealed = await sealResult(result, salt, nodeCrypto);
    log.add({ kind: 'sealed', id: 'a', drawNo: 'X-1', date: D, slot: '10:00', sealed });
    log.add(entry, DUE);
    await expectVerdict(log, 'it was sealed with another number, date or slot');
  });
});

describe('a withdrawn result', () => {
  const before = resultFor(D, '10:00', '12345');
  const after = { ...before, digits: '54321' };
  const correct = { kind: 'correct', id: 'a', from: before, to: after, reason: null } as const;

  async function withdrawnLog(): Promise<LogBuilder> {
    const log = await committedLog();
    log.add(await log.sealed('a', before));
    log.add(log.unsealed('a', before), DUE);
    log.add({ kind: 'withdraw', id: 'a', drawNo: DRAW_NO, deleted: false });
    return log;
  }

  test.each<[string, Partial<ResultEntry>, string | null]>([
    ['is published again unchanged', {}, null],
    ['not with other digits', { digits: '54321' }, 'it opens nothing, and is not what was public before'],
    ['not with another number', { drawNo: 'X-1' }, 'it opens nothing, and is not what was public before'],
    ['not on another date', { date: '2026-03-13' }, 'it opens nothing, and is not what was public before'],
    ['not in another slot', { slot: '12:00' }, 'it opens nothing, and is not what was public before'],
    [
      'not with another provenance',
      { provenance: 'edited' },
      'it opens nothing, and is not what was public before',
    ],
    [
      'not under another id',
      { id: 'b', drawNo: 'X-1', slot: '12:00' },
      'it opens nothing, and was not public before',
    ],
  ])('%s', async (_name, change, breach) => {
    const log = await withdrawnLog();
    log.add({ kind: 'result', id: 'a', ...before, provenance: 'entered', opening: null, ...change });
    await expectVerdict(log, breach);
  });

  test('a draft cannot be published as if it were unchanged', async () => {
    const log = await committedLog();
    log.add(await log.sealed('a', before));
    log.add({ kind: 'result', id: 'a', ...before, provenance: 'entered', opening: null }, DUE);
    await expectVerdict(log, 'it opens nothing, and was not public before');
  });

  test('is published changed after its correction', async () => {
    const log = await withdrawnLog();
    log.add(await log.sealed('a', after));
    log.add(correct);
    log.add(log.unsealed('a', after, 'corrected'));
    await expectVerdict(log, null);
    log.texts.pop();
    log.add(log.unsealed('a', after, 'entered'));
    await expectVerdict(log, 'a changed result must be marked as corrected');
  });

  test('is not published changed without a correction', async () => {
    const log = await withdrawnLog();
    log.add(await log.sealed('a', after));
    log.add(log.unsealed('a', after, 'corrected'));
    await expectVerdict(log, 'a withdrawn result was changed without a correction before it');
  });

  test('is not published with other digits than its correction says', async () => {
    const log = await withdrawnLog();
    const other = { ...before, digits: '11111' };
    log.add(await log.sealed('a', other));
    log.add(correct);
    log.add(log.unsealed('a', other, 'corrected'));
    await expectVerdict(log, 'it is not what the correction before it says');
  });

  test('is sealed again before it is published changed', async () => {
    const log = await withdrawnLog();
    log.add({ kind: 'result', id: 'a', ...before, provenance: 'entered', opening: null });
    log.add({ ...correct, to: after });
    log.add({ kind: 'withdraw', id: 'a', drawNo: DRAW_NO, deleted: false });
    log.add({ ...correct, from: after, to: before });
    // The seal of its first publication is of no use any more.
    log.add(log.unsealed('a', before, 'corrected'));
    await expectVerdict(log, 'it was not sealed');
  });
});
