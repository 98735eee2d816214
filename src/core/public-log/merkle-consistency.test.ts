import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  anySize,
  type BuiltTree,
  buildTree,
  entryNames,
  flipBit,
  hashesOf,
  MAX_SIZE,
  reference,
  SIZES,
  sidesOf,
} from '../../../tests/support/merkle-trees.ts';
import { sha256, testHashing } from '../../../tests/support/test-hashing.ts';
import type { Bytes } from './crypto.ts';
import { type ConsistencyClaim, consistencyProof, isConsistent } from './merkle.ts';

let tree: BuiltTree;
beforeAll(async () => {
  tree = await buildTree(entryNames(MAX_SIZE));
});

describe('consistency proofs', () => {
  test('are those of RFC 6962 and verify, for all pairs of sizes', async () => {
    const wrong: string[] = [];
    for (const to of SIZES) {
      for (let from = 1; from <= to; from += 1) {
        const claim = await tree.consistencyClaim(from, to);
        const expected = hashesOf(reference.consistency(from, to)).join();
        const isExpected = claim.proof.map((hash) => hash.toHex()).join() === expected;
        if (!isExpected || !(await isConsistent(claim, testHashing))) wrong.push(`${from} to ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('are refused for every other former size', async () => {
    const accepted: string[] = [];
    for (let to = 1; to <= 34; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const claim = await tree.consistencyClaim(from, to);
        for (let other = 0; other <= to + 1; other += 1) {
          const isAccepted = await isConsistent({ ...claim, from: other }, testHashing);
          if (isAccepted && other !== from) accepted.push(`${from} to ${to} as ${other}`);
        }
      }
    }
    expect(accepted).toEqual([]);
  });

  test('are refused for every other later size at which the path is another', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, anySize, fc.nat(), async (to, other, number) => {
        const from = 1 + (number % to);
        const claim = await tree.consistencyClaim(from, to);
        expect(claim.proof.map((hash) => hash.toHex())).toEqual(hashesOf(reference.consistency(from, to)));
        const sides = sidesOf(reference.consistency(from, to));
        const isSamePath = from <= other && sidesOf(reference.consistency(from, other)) === sides;
        expect(await isConsistent({ ...claim, to: other }, testHashing)).toBe(isSamePath);
      }),
      { numRuns: 500 },
    );
  });

  test('are refused after a change of any bit', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (to, number, bit) => {
        const claim = await tree.consistencyClaim(1 + (number % to), to);
        const [fromRoot, toRoot, ...proof] = flipBit([claim.fromRoot, claim.toRoot, ...claim.proof], bit);
        expect(await isConsistent({ ...claim, fromRoot, toRoot, proof }, testHashing)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, (claim: ConsistencyClaim) => Partial<ConsistencyClaim>]>([
    ['a former size of 0', () => ({ from: 0 })],
    ['a former size of 0 and no proof', () => ({ from: 0, fromRoot: sha256(), proof: [] })],
    ['sizes of 0', () => ({ from: 0, to: 0, fromRoot: sha256(), toRoot: sha256(), proof: [] })],
    ['a former size over the later one', () => ({ from: 8 })],
    ['both sizes exchanged', ({ from, to }) => ({ from: to, to: from })],
    ['both roots exchanged', ({ fromRoot, toRoot }) => ({ fromRoot: toRoot, toRoot: fromRoot })],
    ['a negative size', () => ({ from: -3 })],
    ['a fraction', () => ({ from: 2.5 })],
    ['no number', () => ({ to: Number.NaN })],
    ['an infinite size', () => ({ to: Number.POSITIVE_INFINITY })],
    ['a size over 2^53', () => ({ to: 2 ** 53 })],
    ['no proof', () => ({ proof: [] })],
    ['no proof and a power of two', () => ({ from: 4, fromRoot: tree.roots[4] as Bytes, proof: [] })],
    ['equal sizes and a proof', ({ to, toRoot }) => ({ from: to, fromRoot: toRoot })],
    ['equal sizes and other roots', ({ to }) => ({ from: to, proof: [] })],
    ['a proof without its first hash', ({ proof }) => ({ proof: proof.slice(1) })],
    ['a proof without its last hash', ({ proof }) => ({ proof: proof.slice(0, -1) })],
    ['a proof with another hash after it', ({ proof, toRoot }) => ({ proof: [...proof, toRoot] })],
    ['a proof with another hash before it', ({ proof, toRoot }) => ({ proof: [toRoot, ...proof] })],
    ['a very long proof', ({ toRoot }) => ({ proof: Array.from({ length: 100_000 }, () => toRoot) })],
    ['a proof in the other order', ({ proof }) => ({ proof: proof.toReversed() })],
    ['a hash that is too long', ({ proof }) => ({ proof: proof.with(1, new Uint8Array(33)) })],
    ['an empty hash', ({ proof }) => ({ proof: proof.with(0, new Uint8Array()) })],
    ['an empty root', () => ({ toRoot: new Uint8Array() })],
  ])('are refused with %s', async (_what, change) => {
    const claim = await tree.consistencyClaim(3, 7);
    expect(await isConsistent(claim, testHashing)).toBe(true);
    expect(await isConsistent({ ...claim, ...change(claim) }, testHashing)).toBe(false);
  });

  test('are refused if a byte moves from one hash to the next', async () => {
    const claim = await tree.consistencyClaim(1, 2);
    const [sibling] = claim.proof as [Bytes];
    const moved = {
      fromRoot: Uint8Array.of(...claim.fromRoot, ...sibling.slice(0, 1)),
      proof: [sibling.slice(1)],
    };
    expect(await isConsistent({ ...claim, ...moved }, testHashing)).toBe(false);
  });

  test('are refused if equal roots are empty', async () => {
    const claim = { from: 3, to: 3, fromRoot: new Uint8Array(), toRoot: new Uint8Array(), proof: [] };
    expect(await isConsistent(claim, testHashing)).toBe(false);
  });

  test('of a log that changed an entry are refused', async () => {
    const changed = await buildTree(entryNames(20).with(3, 'another result'));
    const claim = await changed.consistencyClaim(6, 20);
    expect(await isConsistent(claim, testHashing)).toBe(true);
    expect(await isConsistent({ ...claim, fromRoot: tree.roots[6] as Bytes }, testHashing)).toBe(false);
  });

  test.each([
    [0, 5],
    [6, 5],
    [-1, 5],
    [1.5, 5],
    [1, 2 ** 53],
  ])('from %p to %p cannot be made', async (from, to) => {
    await expect(consistencyProof(tree.readNode, from, to, testHashing)).rejects.toThrow(RangeError);
  });
});
