import { describe, expect, test } from 'bun:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';
import { anyInstant } from '../../../tests/support/arbitraries.ts';
import { testHashing } from '../../../tests/support/test-hashing.ts';
import vectors from '../../../tests/support/verifiable-draws.vectors.json';
import { instantOf } from '../ist-time.ts';
import { isGenuineSignature, PUBLIC_KEY_BYTES, QUICKNET, roundAt, roundTime } from './beacon-chain.ts';
import type { Crypto } from './crypto.ts';

const { shortSignatures } = bls12_381;

const crypto: Pick<Crypto, 'sha256' | 'verifyBls'> = {
  sha256: testHashing.sha256,
  async verifyBls(publicKey, signature, message) {
    try {
      const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
      return shortSignatures.verify(signature, shortSignatures.hash(message, DOMAIN), publicKey);
    } catch {
      return false;
    }
  },
};

test('quicknet is the chain of the specification', () => {
  expect(QUICKNET.id).toBe(vectors.withBeacon.chain);
  expect(QUICKNET.publicKey).toHaveLength(2 * PUBLIC_KEY_BYTES);
});

describe('rounds', () => {
  const GENESIS = Date.parse('2023-08-23T15:09:27.000Z');

  test.each([
    [GENESIS, 1],
    [GENESIS + 2_999, 1],
    [GENESIS + 3_000, 2],
    [GENESIS - 1, 0],
    [GENESIS + 999 * 3_000, 1_000],
    [instantOf('2026-03-14', '06:00'), 26_881_612],
  ])('at %p the last one is %p', (time, round) => {
    expect(roundAt(QUICKNET, time)).toBe(round);
  });

  test('come out at their time and not before', () => {
    const anyChain = fc.record({
      genesis: fc.integer({ min: 0, max: 4_000_000_000 }),
      period: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(anyChain, fc.integer({ min: 1, max: 1_000_000_000 }), (chain, round) => {
        const time = roundTime(chain, round);
        expect(roundAt(chain, time)).toBe(round);
        expect(roundAt(chain, time - 1)).toBe(round - 1);
        expect(time).toBe((chain.genesis + (round - 1) * chain.period) * 1_000);
      }),
    );
  });

  test('the last one at an instant is out, the next is not', () => {
    fc.assert(
      fc.property(anyInstant, (time) => {
        const round = roundAt(QUICKNET, time);
        expect(roundTime(QUICKNET, round)).toBeLessThanOrEqual(time);
        expect(roundTime(QUICKNET, round + 1)).toBeGreaterThan(time);
      }),
    );
  });
});

describe('signatures', () => {
  const ROUND = 1_000;
  const SIGNATURE =
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

  test('of round 1000 of quicknet is genuine', async () => {
    expect(await isGenuineSignature(QUICKNET, ROUND, SIGNATURE, crypto)).toBe(true);
    const randomness = await testHashing.sha256(Uint8Array.fromHex(SIGNATURE));
    expect(randomness.toHex()).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd');
  });

  test.each([0, 999, 1_001, 1_000 + 2 ** 32])('is false for round %p', async (round) => {
    expect(await isGenuineSignature(QUICKNET, round, SIGNATURE, crypto)).toBe(false);
  });

  test.each([
    ['the negative point', SIGNATURE.replace(/^b/, '9')],
    ['another bit', SIGNATURE.replace(/9$/, '8')],
    ['the point at infinity', `c0${'00'.repeat(47)}`],
    ['zeros', '00'.repeat(48)],
    ['all bits', 'ff'.repeat(48)],
    ['the generator', bls12_381.G1.Point.BASE.toHex(true)],
  ])('is false: %s', async (_what, signature) => {
    expect(signature).toHaveLength(96);
    expect(await isGenuineSignature(QUICKNET, ROUND, signature, crypto)).toBe(false);
  });

  test.each([
    ['nothing', ''],
    ['upper case', SIGNATURE.toUpperCase()],
    ['a byte less', SIGNATURE.slice(2)],
    ['half a byte less', SIGNATURE.slice(1)],
    ['a byte more', `${SIGNATURE}00`],
    ['a line break', `${SIGNATURE}\n`],
    ['a space instead of a digit', ` ${SIGNATURE.slice(1)}`],
    ['a prefix', `0x${SIGNATURE.slice(2)}`],
    ['the uncompressed point', bls12_381.G1.Point.fromHex(SIGNATURE).toHex(false)],
    ['other digits', SIGNATURE.replaceAll('4', '൪')],
  ])('is malformed and never verified: %s', async (_what, signature) => {
    const accepting = { ...crypto, verifyBls: async () => true };
    expect(await isGenuineSignature(QUICKNET, ROUND, SIGNATURE, accepting)).toBe(true);
    expect(await isGenuineSignature(QUICKNET, ROUND, signature, accepting)).toBe(false);
  });

  test('is false for the key of another chain', async () => {
    const publicKey = bls12_381.G2.Point.BASE.toHex(true);
    expect(await isGenuineSignature({ publicKey }, ROUND, SIGNATURE, crypto)).toBe(false);
  });

  test('are over the hash of the round in eight bytes, the highest first', async () => {
    const verified: unknown[] = [];
    const recording: typeof crypto = {
      ...crypto,
      verifyBls: async (...parts) => {
        verified.push(parts);
        return true;
      },
    };
    await isGenuineSignature({ publicKey: '0102' }, 2 ** 40 + 5, SIGNATURE, recording);
    const message = await testHashing.sha256(Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 5));
    expect(verified).toEqual([[Uint8Array.of(1, 2), Uint8Array.fromHex(SIGNATURE), message]]);
  });
});
