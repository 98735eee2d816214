/** Generated results: each rule about the seed that they open, kept and broken. */
import { describe, expect, test } from 'bun:test';
import { beaconTime, ORIGIN, resultFor } from '../../../tests/support/public-log.ts';
import {
  committedLog,
  D,
  DRAW_NO,
  DUE,
  expectVerdict,
  type ResultEntry,
  ROUND,
  signer,
} from '../../../tests/support/replay-logs.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { DAY, HOUR, MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import type { EntryFields } from './entries.ts';
import { createReplay } from './replay.ts';

type Openings = Extract<EntryFields['result']['opening'], { seed: string }>;

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
    await expectVerdict(log, 'it has a signature that the log says was not available');
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
    const chains = new Map([[signer.chain.id, signer.chain]]);
    const { apply } = createReplay({ origin: ORIGIN, chains, crypto });
    for (const text of log.texts) expect(await apply(text)).toBeNull();
    expect(verified).toBe(1);
  });
});
