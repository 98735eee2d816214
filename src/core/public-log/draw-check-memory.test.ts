/** What a browser remembers of the log: compared, replaced, unreadable. */
import { describe, expect, test } from 'bun:test';
import {
  check,
  inputFor,
  keyLineOf,
  openSignedLog,
  recordOf,
  type SignedLog,
} from '../../../tests/support/draw-proofs.ts';
import { adopted, drawn, EVE, LATER, type Published } from '../../../tests/support/draws-in-log.ts';
import { ORIGIN } from '../../../tests/support/public-log.ts';
import type { DrawCheckInput, RememberedRecord } from './draw-check-input.ts';
import { sizeOf } from './draw-check-memory.ts';

async function rememberedAt(size: number): Promise<DrawCheckInput> {
  const { signed, draw } = await drawn('with');
  return inputFor(signed, draw, await recordOf(signed, EVE, size));
}

describe('a remembered checkpoint', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('of the first %p entries is contained', async (size) => {
    const input = await rememberedAt(size);
    const { memory, checkpoint } = await check(input);
    expect(memory).toMatchObject({
      outcome: 'passed',
      finding: 'contained',
      figures: { rememberedLog: ORIGIN, rememberedSize: String(size), log: ORIGIN, size: '7' },
    });
    expect(checkpoint).toBe(input.proof.checkpoint);
  });

  test.each([2, 3, 5])('of %p entries is not contained if one of them is another now', async (size) => {
    const { signed, draw } = await drawn('with');
    const record = await recordOf(signed, EVE, size);
    // An entry that the proof of the draw does not contain.
    signed.log.texts[0] = signed.log.texts[0]?.replace(ORIGIN, `other.${ORIGIN}`) ?? '';
    const { memory, log, checkpoint } = await check(await inputFor(signed, draw, record));
    expect([log.finding, memory.finding, checkpoint]).toEqual(['unchanged', 'rewritten', null]);
  });

  test('of a log that was cut is longer', async () => {
    const { signed, draw } = await drawn('with');
    const record = await recordOf(signed, EVE);
    // The last commitment of the day is about no draw.
    signed.log.texts.splice(5, 1);
    const input = await inputFor(signed, draw, record);
    expect(input.proof.consistency).toBeNull();
    const { memory, log, checkpoint } = await check(input);
    expect([log.finding, memory.finding, checkpoint]).toEqual(['unchanged', 'shorter', null]);
  });

  test.each<[string, (input: DrawCheckInput) => DrawCheckInput['proof']['consistency']]>([
    ['without a proof', () => null],
    ['with a proof from another size', ({ proof }) => ({ from: 4, proof: proof.consistency?.proof ?? [] })],
    [
      'with a proof from no size',
      ({ proof }) => ({ from: Number.NaN, proof: proof.consistency?.proof ?? [] }),
    ],
    ['with an empty proof', () => ({ from: 3, proof: [] })],
    ['with a proof that is no base64', () => ({ from: 3, proof: ['?', '?', '?'] })],
    ['with a proof of short hashes', () => ({ from: 3, proof: ['AAAA', 'AAAA', 'AAAA'] })],
    [
      'with a proof that is too long',
      ({ proof }) => ({ from: 3, proof: [...(proof.consistency?.proof ?? []), `${'A'.repeat(43)}=`] }),
    ],
  ])('cannot be found %s', async (_name, consistency) => {
    const input = await rememberedAt(3);
    expect((await check(input)).memory.finding).toBe('contained');
    const { memory, checkpoint } = await check({
      ...input,
      proof: { ...input.proof, consistency: consistency(input) },
    });
    expect([memory.outcome, memory.finding, checkpoint]).toEqual(['failed', 'rewritten', null]);
  });
});

describe('a record that is not one of this site counts as none', () => {
  test.each<[string, (record: RememberedRecord, other: RememberedRecord) => Partial<RememberedRecord>]>([
    ['empty', () => ({ checkpoint: '', key: '' })],
    ['another text', () => ({ checkpoint: 'undefined' })],
    ['without a key', () => ({ key: '' })],
    ['with a key that did not sign it', (_, { key }) => ({ key })],
    ['with another size', ({ checkpoint }) => ({ checkpoint: checkpoint.replace('\n3\n', '\n4\n') })],
  ])('%s', async (_name, change) => {
    const input = await rememberedAt(3);
    const record = input.remembered;
    if (!record) throw new Error('no record');
    const other = await recordOf(openSignedLog(EVE), EVE);
    const { memory, commitment, checkpoint } = await check({
      ...input,
      remembered: { ...record, ...change(record, other) },
    });
    expect([memory.outcome, memory.finding]).toEqual(['passed', 'first visit']);
    expect(commitment.finding).toBe('before the beacon');
    expect(checkpoint).toBe(input.proof.checkpoint);
  });
});

describe('after a restore', () => {
  const numbered = (number: number): string => (number === 1 ? ORIGIN : `${ORIGIN}/${number}`);

  async function visit(former: number, now: number, isSameKey = true): Promise<DrawCheckInput> {
    const before = openSignedLog(EVE, { origin: numbered(former) });
    const after: SignedLog = openSignedLog(LATER, {
      origin: numbered(now),
      ...(isSameKey && { key: before.key }),
    });
    const { signed, draw }: Published = adopted(after, LATER);
    return inputFor(signed, draw, await recordOf(before, EVE));
  }

  test.each([
    [1, 2, true, 'noted', 'restored'],
    [1, 5, true, 'noted', 'restored'],
    [2, 3, true, 'noted', 'restored'],
    [2, 1, true, 'failed', 'other log'],
    [3, 2, true, 'failed', 'other log'],
    [1, 2, false, 'failed', 'other key'],
  ] as const)(
    'log %p, then log %p, with the same key: %p',
    async (former, now, isSameKey, outcome, finding) => {
      const input = await visit(former, now, isSameKey);
      const { memory, log, checkpoint } = await check(input);
      expect(log.finding).toBe('unchanged');
      expect([memory.outcome, memory.finding]).toEqual([outcome, finding]);
      expect(checkpoint).toBe(outcome === 'failed' ? null : input.proof.checkpoint);
    },
  );

  test('the new checkpoint is what the next visit compares with', async () => {
    const first = await visit(1, 2);
    const { checkpoint } = await check(first);
    const remembered = { checkpoint: checkpoint ?? '', key: first.key, at: LATER };
    const proof = { ...first.proof, consistency: { from: 2, proof: [] } };
    expect((await check({ ...first, proof, remembered })).memory.finding).toBe('contained');
  });
});

test('the size to ask a proof from is that of the record', async () => {
  const signed = openSignedLog(EVE);
  const record = await recordOf(signed, EVE);
  expect(sizeOf(record)).toBe(1);
  expect(sizeOf(null)).toBeNull();
  expect(sizeOf({ ...record, checkpoint: 'x' })).toBeNull();
  expect(await keyLineOf(signed)).toEndWith('\n');
});
