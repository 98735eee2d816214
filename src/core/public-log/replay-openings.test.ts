/** What a result opens: each rule with a log that keeps it and one that breaks it. */
import { describe, expect, test } from 'bun:test';
import {
  beaconTime,
  createLogBuilder,
  eveOf,
  type LogBuilder,
  lastVerdictOn,
  ORIGIN,
  resultFor,
} from '../../../tests/support/public-log.ts';
import { createBeaconSigner } from '../../cli/demo/beacon-signer.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { DAY, HOUR, MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import { roundAt } from './beacon-chain.ts';
import { sealResult } from './commitment.ts';
import type { EntryFields } from './entries.ts';
import { createReplay } from './replay.ts';

const signer = createBeaconSigner();
const D = '2026-03-14';
const DUE = drawInstant(D, '10:00');
const ROUND = roundAt(signer.chain, beaconTime(D));
const DRAW_NO = 'SC140320261';

type ResultEntry = { kind: 'result' } & EntryFields['result'];
type Openings = Extract<EntryFields['result']['opening'], { seed: string }>;

async function committedLog({ beacon = true } = {}): Promise<LogBuilder> {
  const log = createLogBuilder(signer);
  log.add({ kind: 'open', origin: ORIGIN, series: 'SC' }, eveOf(D));
  for (const commit of await log.commitments(D, { beacon })) log.add(commit);
  return log;
}

async function expectVerdict(log: LogBuilder, breach: string | null): Promise<void> {
  const verdict = await lastVerdictOn(log);
  if (breach === null) expect(verdict).toBeNull();
  else expect(verdict).toContain(`): ${breach}.`);
}

const otherDigits = ({ digits }: ResultEntry): string => (digits === '00000' ? '00001' : '00000');

describe('a generated result', () => {
  const changeOpening =
    (change: (opening: Openings) => Partial<Openings>) =>
    (entry: ResultEntry): Partial<ResultEntry> => {
      const opening = entry.opening as Openings;
      return { opening: { ...opening, ...change(opening) } };
    };

  test.each<[string, (entry: ResultEntry) => Partial<ResultEntry>, string | null]>([
    ['as it should be', () => ({}), null],
    [
      'with other digits',
      (entry) => ({ digits: otherDigits(entry) }),
      'its digits do not follow from its seed and beacon',
    ],
    ['with another provenance', () => ({ provenance: 'entered' }), 'only a generated result opens a seed'],
    ['without a commitment', () => ({ drawNo: 'X-1' }), 'there is no commitment for its number'],
    ['on another date', () => ({ date: '2026-03-15' }), 'its date or slot is not that of the commitment'],
    ['in another slot', () => ({ slot: '12:00' }), 'its date or slot is not that of the commitment'],
    [
      'with another seed',
      changeOpening(() => ({ seed: 'ab'.repeat(32) })),
      'its seed is not that of the commitment',
    ],
    [
      'with another chain',
      changeOpening(() => ({ chain: 'ab'.repeat(32) })),
      'its chain or round is not that of the commitment',
    ],
    [
      'with another round',
      changeOpening(({ round }) => ({ round: round + 1, signature: signer.sign(round + 1) })),
      'its chain or round is not that of the commitment',
    ],
    [
      'with the signature of another round',
      changeOpening(({ round }) => ({ signature: signer.sign(round + 1) })),
      'the signature of its beacon round is not genuine',
    ],
    [
      'without its signature',
      changeOpening(() => ({ signature: null })),
      'the signature of its beacon round is missing',
    ],
  ])('%s', async (_name, change, breach) => {
    const log = await committedLog();
    const entry = await log.generated('a', D, '10:00');
    log.add({ ...entry, ...change(entry) }, DUE);
    await expectVerdict(log, breach);
  });

  test.each([
    ['at the time of its round', beaconTime(D), null],
    ['before it', beaconTime(D) - 3_001, 'it has a signature before the time of its beacon round'],
  ])('%s', async (_name, at, breach) => {
    const log = await committedLog();
    log.add(await log.generated('a', D, '10:00'), at);
    await expectVerdict(log, breach);
  });

  test('on a date without a beacon', async () => {
    const log = await committedLog({ beacon: false });
    const entry = await log.generated('a', D, '10:00');
    log.add(entry, DUE);
    await expectVerdict(log, null);
    log.texts.pop();
    log.add({ ...entry, opening: { ...(entry.opening as Openings), signature: signer.sign(ROUND) } });
    await expectVerdict(log, 'it has a signature but no beacon round');
  });

  test('after a missing beacon', async () => {
    const log = await committedLog();
    log.add({ kind: 'nobeacon', date: D, round: ROUND }, beaconTime(D) + MINUTE);
    log.add(await log.generated('a', D, '10:00', 'without signature'), DUE);
    await expectVerdict(log, null);
    log.texts.pop();
    log.add(await log.generated('a', D, '10:00'));
    await expectVerdict(log, 'it has a signature that the log says was not to be had');
  });

  test('was never sealed', async () => {
    const log = await committedLog();
    log.add(await log.sealed('a', resultFor(D, '10:00', '12345')));
    log.add(await log.generated('a', D, '10:00'), DUE);
    await expectVerdict(log, 'it was sealed or public before, so it does not open a seed');
  });

  test('was never public', async () => {
    const log = await committedLog();
    log.add(await log.generated('a', D, '10:00'), DUE);
    log.add({ kind: 'withdraw', id: 'a', drawNo: DRAW_NO, deleted: false });
    log.add(await log.generated('a', D, '10:00'));
    await expectVerdict(log, 'it was sealed or public before, so it does not open a seed');
  });

  test('may follow its opened seed', async () => {
    const log = await committedLog();
    log.add(log.opened(D, '10:00'), DUE + 23 * HOUR);
    log.add(await log.generated('a', D, '10:00'), DUE + DAY);
    await expectVerdict(log, null);
  });

  test('does not follow another opening', async () => {
    const log = await committedLog();
    log.add(log.opened(D, '10:00', 'without signature'), DUE);
    log.add(await log.generated('a', D, '10:00'));
    await expectVerdict(log, 'its seed was opened in another way before');
  });

  test('has a seed whose digits no other draw had', async () => {
    const log = await committedLog();
    log.add(await log.generated('a', D, '10:00'), DUE);
    log.add({ kind: 'withdraw', id: 'a', drawNo: DRAW_NO, deleted: true });
    log.add(await log.generated('b', D, '10:00'));
    await expectVerdict(log, 'another result had the digits of its seed before');
  });

  test('verifies a signature once', async () => {
    const log = await committedLog();
    for (const slot of ['10:00', '12:00', '14:00'] as const) {
      log.add(await log.generated(slot.slice(0, 2), D, slot), drawInstant(D, slot));
    }
    let verified = 0;
    const crypto: typeof nodeCrypto = {
      ...nodeCrypto,
      verifyBls(...args) {
        verified += 1;
        return nodeCrypto.verifyBls(...args);
      },
    };
    const chains = new Map([[signer.chain.chain, signer.chain]]);
    const { apply } = createReplay({ origin: ORIGIN, chains, crypto });
    for (const text of log.texts) expect(await apply(text)).toBeNull();
    expect(verified).toBe(1);
  });
});

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
