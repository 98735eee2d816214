/** Merkle trees for unit tests: one built by appending, and one that follows the definitions of RFC 6962. */
import fc from 'fast-check';
import type { Bytes } from '../../src/core/public-log/crypto.ts';
import {
  appendLeaf,
  type ConsistencyClaim,
  consistencyProof,
  hashLeaf,
  type InclusionClaim,
  inclusionProof,
  type ReadNode,
  rootOf,
  type Tree,
} from '../../src/core/public-log/merkle.ts';
import { sha256, testHashing } from './test-hashing.ts';

export const MAX_SIZE = 130;
/** All small ones and those around a power of two; `anySize` has the others. */
export const SIZES = Array.from({ length: MAX_SIZE }, (_, index) => index + 1).filter(
  (size) => size <= 66 || size >= 126,
);
export const anySize = fc.integer({ min: 1, max: MAX_SIZE });

export const entryNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `entry ${index}`);

export interface BuiltTree {
  leaves: Bytes[];
  /** The root of each size from 0. */
  roots: Bytes[];
  /** The complete nodes by `level/position`. */
  nodes: ReadonlyMap<string, Bytes>;
  readNode: ReadNode;
  inclusionClaim(index: number, size: number): Promise<InclusionClaim>;
  consistencyClaim(from: number, to: number): Promise<ConsistencyClaim>;
}

/** Appends the entries one by one and stores every complete node. */
export async function buildTree(entries: readonly string[]): Promise<BuiltTree> {
  const leaves: Bytes[] = [];
  const roots = [await rootOf([], testHashing)];
  const nodes = new Map<string, Bytes>();
  let tree: Tree = { size: 0, frontier: [] };
  for (const entry of entries) {
    const leaf = await hashLeaf(entry, testHashing);
    tree = await appendLeaf(tree, leaf, testHashing, ({ level, position, hash }) => {
      nodes.set(`${level}/${position}`, hash);
    });
    leaves.push(leaf);
    roots.push(await rootOf(tree.frontier, testHashing));
  }
  const readNode: ReadNode = async (level, position) => {
    const node = nodes.get(`${level}/${position}`);
    if (!node) throw new Error(`node ${level}/${position} is not complete`);
    return node;
  };
  const at = (hashes: readonly Bytes[], index: number) => hashes[index] as Bytes;
  return {
    leaves,
    roots,
    nodes,
    readNode,
    async inclusionClaim(index, size) {
      const proof = await inclusionProof(readNode, index, size, testHashing);
      return { leaf: at(leaves, index), index, size, root: at(roots, size), proof };
    },
    async consistencyClaim(from, to) {
      const proof = await consistencyProof(readNode, from, to, testHashing);
      return { from, fromRoot: at(roots, from), to, toRoot: at(roots, to), proof };
    },
  };
}

/** A hash of a proof. `side` says where it is joined: `start` is the node at which a consistency proof starts. */
interface Step {
  hash: Bytes;
  side: 'left' | 'right' | 'start';
}

export const hashesOf = (steps: readonly Step[]): string[] => steps.map(({ hash }) => hash.toHex());
export const sidesOf = (steps: readonly Step[]): string => steps.map(({ side }) => side).join();

/** MTH, PATH and PROOF as section 2.1 of RFC 6962 defines them. */
function referenceTree(entries: readonly string[]) {
  const known = new Map<string, Bytes>();

  const largestPowerBelow = (count: number) => {
    let power = 1;
    while (power * 2 < count) power *= 2;
    return power;
  };

  /** MTH(D[start:end]). */
  const root = (start: number, end: number): Bytes => {
    const hash = known.get(`${start}:${end}`) ?? computeRoot(start, end);
    known.set(`${start}:${end}`, hash);
    return hash;
  };

  const computeRoot = (start: number, end: number): Bytes => {
    if (end === start) return sha256();
    if (end - start === 1) return sha256('\x00', entries[start] as string);
    const middle = start + largestPowerBelow(end - start);
    return sha256('\x01', root(start, middle), root(middle, end));
  };

  /** PATH(index, D[start:end]). */
  const path = (index: number, start: number, end: number): Step[] => {
    if (end - start === 1) return [];
    const split = largestPowerBelow(end - start);
    const middle = start + split;
    return index < split
      ? [...path(index, start, middle), { hash: root(middle, end), side: 'right' }]
      : [...path(index - split, middle, end), { hash: root(start, middle), side: 'left' }];
  };

  /** SUBPROOF(from, D[start:end], isKnown). */
  const subproof = (from: number, start: number, end: number, isKnown: boolean): Step[] => {
    if (from === end - start) return isKnown ? [] : [{ hash: root(start, end), side: 'start' }];
    const split = largestPowerBelow(end - start);
    const middle = start + split;
    return from <= split
      ? [...subproof(from, start, middle, isKnown), { hash: root(middle, end), side: 'right' }]
      : [...subproof(from - split, middle, end, false), { hash: root(start, middle), side: 'left' }];
  };

  return {
    root,
    inclusion: (index: number, size: number) => path(index, 0, size),
    consistency: (from: number, to: number) => subproof(from, 0, to, true),
  };
}

type ClaimHashes = [Bytes, Bytes, ...Bytes[]];

/** Flips one bit of all hashes together; `number` is taken modulo their length. */
export function flipBit(hashes: Readonly<ClaimHashes>, number: number): ClaimHashes {
  const bit = number % (hashes.length * 256);
  return hashes.map((hash, index) =>
    hash.map((byte, at) => (256 * index + 8 * at === bit - (bit % 8) ? byte ^ (1 << (bit % 8)) : byte)),
  ) as ClaimHashes;
}

export const reference = referenceTree(entryNames(MAX_SIZE));
