import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { anyDate, anyDigits, anyDrawNumber, anySlot } from '../../../tests/support/arbitraries.ts';
import { testHashing } from '../../../tests/support/test-hashing.ts';
import vectors from '../../../tests/support/verifiable-draws.vectors.json';
import { digitsToText } from '../digits.ts';
import { isSameResult, type Result } from '../result.ts';
import type { Slot } from '../slots.ts';
import {
  type CommitmentContext,
  commitTo,
  digitsFromSeed,
  SALT_BYTES,
  SEED_BYTES,
  sealResult,
} from './commitment.ts';
import type { Bytes } from './crypto.ts';

/** Not in the repository: the specification of all projects that read the log. */
const SPECIFIED_VECTORS = '../shared/verifiable-draws.vectors.json';

const SEED = Uint8Array.fromHex(vectors.seed);

const contextOf = ({ date, slot, drawNo, chain, round }: typeof vectors.withBeacon): CommitmentContext => ({
  date,
  slot: slot as Slot,
  drawNo,
  chain,
  round,
});

const anyBytes = (length: number): fc.Arbitrary<Bytes> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Uint8Array.from(bytes));

const anyContext: fc.Arbitrary<CommitmentContext> = fc.record({
  date: anyDate,
  slot: anySlot,
  drawNo: anyDrawNumber,
  chain: fc.oneof(
    fc.constant(''),
    anyBytes(32).map((chain) => chain.toHex()),
  ),
  round: fc.maxSafeNat(),
});

describe('the vectors of the specification', () => {
  test.skipIf(!existsSync(SPECIFIED_VECTORS))('are those in this repository', () => {
    expect(vectors).toEqual(JSON.parse(readFileSync(SPECIFIED_VECTORS, 'utf8')));
  });

  test.each([
    ['with a beacon', vectors.withBeacon],
    ['without a beacon', vectors.withoutBeacon],
    ['with a beacon that failed', vectors.beaconFailed],
  ])('commitment and digits %s', async (_what, vector) => {
    const context = contextOf(vector as typeof vectors.withBeacon);
    expect(await commitTo(context, SEED, testHashing)).toBe(vector.commit);
    expect(await digitsFromSeed(context, SEED, vector.signature, testHashing)).toBe(vector.digits);
  });

  test('seeds and salts have 32 bytes', () => {
    expect([SEED_BYTES, SALT_BYTES]).toEqual([vectors.seed.length / 2, vectors.sealed.salt.length / 2]);
  });

  test('a seal', async () => {
    const { salt, sealed, slot, ...result } = vectors.sealed;
    const text = await sealResult({ ...result, slot: slot as Slot }, Uint8Array.fromHex(salt), testHashing);
    expect(text).toBe(sealed);
  });
});

describe('commitments', () => {
  test('differ for any other context or seed', async () => {
    const anyInput = fc.tuple(anyContext, anyBytes(SEED_BYTES));
    await fc.assert(
      fc.asyncProperty(
        anyInput,
        anyInput,
        fc.nat({ max: 5 }),
        async ([context, seed], [other, otherSeed], field) => {
          const name = (['date', 'slot', 'drawNo', 'chain', 'round'] as const)[field];
          const changed = name ? { ...context, [name]: other[name] } : context;
          const changedSeed = name ? seed : otherSeed;
          const isSame = name ? context[name] === other[name] : seed.toHex() === otherSeed.toHex();
          const commits = [
            await commitTo(context, seed, testHashing),
            await commitTo(changed, changedSeed, testHashing),
          ];
          expect(commits[0] === commits[1]).toBe(isSame);
        },
      ),
    );
  });
});

describe('digits', () => {
  test('are five and follow from seed and signature', async () => {
    await fc.assert(
      fc.asyncProperty(anyContext, anyBytes(SEED_BYTES), anyBytes(48), async (context, seed, signature) => {
        const digits = () => digitsFromSeed(context, seed, signature.toHex(), testHashing);
        expect(await digits()).toMatch(/^[0-9]{5}$/);
        expect(await digits()).toBe(await digits());
      }),
    );
  });

  test('are those of bytes below 250, from as many rounds as needed', async () => {
    const blocks = [
      [255, 254, 250],
      [251, 7],
      [19, 249, 0, 252, 31],
    ];
    const asked: unknown[] = [];
    const hashing = {
      ...testHashing,
      hmacSha256: async (...data: unknown[]) => {
        asked.push(data);
        return Uint8Array.from(blocks.shift() as number[]);
      },
    };
    const context = contextOf({ ...vectors.withBeacon, chain: 'c', round: 9 });
    expect(await digitsFromSeed(context, SEED, null, hashing)).toBe('79901');
    const prefix = 'swarna-chakra/digits/v1\n2026-03-14\n14:00\nSC140320263\nc\n9\n\n';
    expect(asked).toEqual(['0\n', '1\n', '2\n'].map((count) => [SEED, prefix + count]));
  });
});

describe('seals', () => {
  const anyResult: fc.Arbitrary<Result> = fc.record({
    date: anyDate,
    slot: anySlot,
    drawNo: anyDrawNumber,
    digits: anyDigits.map(digitsToText),
  });

  test('differ for any other result or salt', async () => {
    await fc.assert(
      fc.asyncProperty(anyResult, anyResult, anyBytes(SALT_BYTES), async (result, other, salt) => {
        const sealed = await sealResult(result, salt, testHashing);
        for (const name of ['date', 'slot', 'drawNo', 'digits'] as const) {
          const changed = { ...result, [name]: other[name] };
          expect((await sealResult(changed, salt, testHashing)) === sealed).toBe(
            isSameResult(changed, result),
          );
        }
        const otherSalt = salt.with(31, (salt[31] as number) ^ 1);
        expect(await sealResult(result, otherSalt, testHashing)).not.toBe(sealed);
      }),
    );
  });

  test('results are the same only if all four fields are', () => {
    const result: Result = { drawNo: 'SC140320263', date: '2026-03-14', slot: '14:00', digits: '01234' };
    expect(isSameResult(result, { ...result })).toBe(true);
    expect(isSameResult(result, { ...result, drawNo: 'SC140320264' })).toBe(false);
    expect(isSameResult(result, { ...result, date: '2026-03-15' })).toBe(false);
    expect(isSameResult(result, { ...result, slot: '17:00' })).toBe(false);
    expect(isSameResult(result, { ...result, digits: '01235' })).toBe(false);
  });
});
