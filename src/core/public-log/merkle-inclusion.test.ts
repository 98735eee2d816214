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
import { testHashing } from '../../../tests/support/test-hashing.ts';
import type { Bytes } from './crypto.ts';
import { type InclusionClaim, inclusionProof, isIncluded } from './merkle.ts';

let tree: BuiltTree;
beforeAll(async () => {
  tree = await buildTree(entryNames(MAX_SIZE));
});

describe('inclusion proofs', () => {
  test('are those of RFC 6962 and verify, for every leaf', async () => {
    const wrong: string[] = [];
    for (const size of SIZES) {
      for (let index = 0; index < size; index += 1) {
        const claim = await tree.inclusionClaim(index, size);
        const expected = hashesOf(reference.inclusion(index, size)).join();
        const isExpected = claim.proof.map((hash) => hash.toHex()).join() === expected;
        if (!isExpected || !(await isIncluded(claim, testHashing))) wrong.push(`${index} of ${size}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('are refused for every other index', async () => {
    const accepted: string[] = [];
    for (let size = 1; size <= 34; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const claim = await tree.inclusionClaim(index, size);
        for (let other = 0; other <= size; other += 1) {
          const isAccepted = await isIncluded({ ...claim, index: other }, testHashing);
          if (isAccepted && other !== index) accepted.push(`${index} of ${size} as ${other}`);
        }
      }
    }
    expect(accepted).toEqual([]);
  });

  test('are refused for every other size at which the path is another', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, anySize, fc.nat(), async (size, other, number) => {
        const index = number % size;
        const claim = await tree.inclusionClaim(index, size);
        expect(claim.proof.map((hash) => hash.toHex())).toEqual(hashesOf(reference.inclusion(index, size)));
        const sides = sidesOf(reference.inclusion(index, size));
        const isSamePath = index < other && sidesOf(reference.inclusion(index, other)) === sides;
        expect(await isIncluded({ ...claim, size: other }, testHashing)).toBe(isSamePath);
      }),
      { numRuns: 500 },
    );
  });

  test('are refused after a change of any bit', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, number, bit) => {
        const claim = await tree.inclusionClaim(number % size, size);
        const [leaf, root, ...proof] = flipBit([claim.leaf, claim.root, ...claim.proof], bit);
        expect(await isIncluded({ ...claim, leaf, root, proof }, testHashing)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, (claim: InclusionClaim) => Partial<InclusionClaim>]>([
    ['a size of 0', () => ({ size: 0, index: 0, proof: [] })],
    ['an index of the size', ({ size }) => ({ index: size })],
    ['a negative index', () => ({ index: -1 })],
    ['a fraction as index', () => ({ index: 4.5 })],
    ['no number as index', () => ({ index: Number.NaN })],
    ['a fraction as size', () => ({ size: 6.5 })],
    ['an infinite size', () => ({ size: Number.POSITIVE_INFINITY })],
    ['a size over 2^53', () => ({ size: 2 ** 53 })],
    ['no proof', () => ({ proof: [] })],
    ['a proof without its first hash', ({ proof }) => ({ proof: proof.slice(1) })],
    ['a proof without its last hash', ({ proof }) => ({ proof: proof.slice(0, -1) })],
    ['a proof with another hash after it', ({ proof, leaf }) => ({ proof: [...proof, leaf] })],
    ['a proof with another hash before it', ({ proof, leaf }) => ({ proof: [leaf, ...proof] })],
    ['a very long proof', ({ leaf }) => ({ proof: Array.from({ length: 100_000 }, () => leaf) })],
    ['a proof in the other order', ({ proof }) => ({ proof: proof.toReversed() })],
    ['a hash that is too short', ({ proof }) => ({ proof: proof.with(1, new Uint8Array(31)) })],
    ['an empty hash', ({ proof }) => ({ proof: proof.with(1, new Uint8Array()) })],
    ['a root that is too long', ({ root }) => ({ root: Uint8Array.of(...root, 0) })],
    ['an empty leaf', () => ({ leaf: new Uint8Array() })],
  ])('are refused with %s', async (_what, change) => {
    const claim = await tree.inclusionClaim(5, 7);
    expect(await isIncluded(claim, testHashing)).toBe(true);
    expect(await isIncluded({ ...claim, ...change(claim) }, testHashing)).toBe(false);
  });

  test('are refused if a byte moves from one hash to the next', async () => {
    const claim = await tree.inclusionClaim(0, 2);
    const [sibling] = claim.proof as [Bytes];
    const moved = { leaf: Uint8Array.of(...claim.leaf, ...sibling.slice(0, 1)), proof: [sibling.slice(1)] };
    expect(await isIncluded({ ...claim, ...moved }, testHashing)).toBe(false);
  });

  test('are refused if all hashes of a single leaf are empty', async () => {
    const [leaf, root] = [new Uint8Array(), new Uint8Array()];
    expect(await isIncluded({ leaf, root, index: 0, size: 1, proof: [] }, testHashing)).toBe(false);
  });

  test.each([
    [0, 0],
    [5, 5],
    [-1, 5],
    [1.5, 5],
    [0, 2 ** 53],
  ])('of leaf %p of %p cannot be made', async (index, size) => {
    await expect(inclusionProof(tree.readNode, index, size, testHashing)).rejects.toThrow(RangeError);
  });
});
