/** The Merkle tree of RFC 6962: appending leaves, and proofs as RFC 9162, sections 2.1.3 and 2.1.4, verifies them. */
import { type Bytes, HASH_BYTES, type Hashing } from './crypto.ts';

type Sha256 = Pick<Hashing, 'sha256'>;

/** The roots of the complete subtrees of a tree, the largest first. */
export type Frontier = readonly Bytes[];

export interface Tree {
  size: number;
  frontier: Frontier;
}

/** The root of a complete subtree with 2^level leaves. */
export interface TreeNode {
  level: number;
  /** Counts the nodes of that level from the left. */
  position: number;
  hash: Bytes;
}

/** Returns the hash of a complete node. */
export type ReadNode = (level: number, position: number) => Promise<Bytes>;

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

export const hashLeaf = (entry: string, { sha256 }: Sha256): Promise<Bytes> => sha256(LEAF_PREFIX, entry);

export const hashNode = (left: Bytes, right: Bytes, { sha256 }: Sha256): Promise<Bytes> =>
  sha256(NODE_PREFIX, left, right);

/** `onNode` gets every node that becomes complete: the leaf first, then upwards. */
export async function appendLeaf(
  { size, frontier }: Tree,
  leaf: Bytes,
  hashing: Sha256,
  onNode?: (node: TreeNode) => void,
): Promise<Tree> {
  const roots = [...frontier];
  let node: TreeNode = { level: 0, position: size, hash: leaf };
  onNode?.(node);
  while (isOdd(node.position)) {
    const left = roots.pop();
    if (!left) throw new RangeError(`a frontier of ${frontier.length} roots is not that of ${size} leaves`);
    const hash = await hashNode(left, node.hash, hashing);
    node = { level: node.level + 1, position: half(node.position), hash };
    onNode?.(node);
  }
  return { size: size + 1, frontier: [...roots, node.hash] };
}

export async function rootOf(frontier: Frontier, hashing: Sha256): Promise<Bytes> {
  let root: Bytes | undefined;
  for (const left of frontier.toReversed()) root = root ? await hashNode(left, root, hashing) : left;
  return root ?? hashing.sha256();
}

/** Throws a RangeError unless 0 ≤ index < size. */
export async function inclusionProof(
  readNode: ReadNode,
  index: number,
  size: number,
  hashing: Sha256,
): Promise<Bytes[]> {
  if (!isSize(size) || !isIndex(index, size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const isLeaf = (start: number, end: number) => end - start === 1;
  return (await descend(readNode, index, size, isLeaf, hashing)).siblings;
}

/** Is empty for equal sizes. Throws a RangeError unless 0 < from ≤ to. */
export async function consistencyProof(
  readNode: ReadNode,
  from: number,
  to: number,
  hashing: Sha256,
): Promise<Bytes[]> {
  if (!isSize(to) || !isSize(from) || from > to) throw new RangeError(`no proof from ${from} to ${to}`);
  const isInBoth = (_: number, end: number) => end === from;
  const { siblings, start } = await descend(readNode, from - 1, to, isInBoth, hashing);
  // The verifier knows the former root, which is that of the range from 0.
  return start === 0 ? siblings : [await rangeRoot(readNode, start, from, hashing), ...siblings];
}

/** Goes from the root towards a leaf as far as the wanted range. The siblings are returned from there to the root. */
async function descend(
  readNode: ReadNode,
  index: number,
  size: number,
  isWanted: (start: number, end: number) => boolean,
  hashing: Sha256,
): Promise<{ siblings: Bytes[]; start: number }> {
  const siblings: Bytes[] = [];
  let [start, end] = [0, size];
  while (!isWanted(start, end)) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      siblings.unshift(await rangeRoot(readNode, middle, end, hashing));
      end = middle;
    } else {
      siblings.unshift(await rangeRoot(readNode, start, middle, hashing));
      start = middle;
    }
  }
  return { siblings, start };
}

/** The root of the leaves from `start` up to, not including, `end`, as ranges occur in proofs. */
async function rangeRoot(readNode: ReadNode, start: number, end: number, hashing: Sha256): Promise<Bytes> {
  const frontier: Bytes[] = [];
  for (let next = start; next < end; ) {
    const level = levelBelow(end - next);
    frontier.push(await readNode(level, next / 2 ** level));
    next += 2 ** level;
  }
  return rootOf(frontier, hashing);
}

/** The level of the largest complete subtree with at most that many leaves. */
function levelBelow(leaves: number): number {
  let level = 0;
  while (2 ** (level + 1) <= leaves) level += 1;
  return level;
}

/** The largest power of two below a number. */
const splitOf = (leaves: number): number => 2 ** levelBelow(leaves - 1);

export interface InclusionClaim {
  /** Its hash. */
  leaf: Bytes;
  index: number;
  size: number;
  root: Bytes;
  proof: readonly Bytes[];
}

/** A proof does not fix the size, because some sizes have the same path: take it from a signed checkpoint. */
export async function isIncluded(
  { leaf, index, size, root, proof }: InclusionClaim,
  hashing: Sha256,
): Promise<boolean> {
  if (!isSize(size) || !isIndex(index, size) || ![leaf, root, ...proof].every(isHash)) return false;
  const sides = siblingSides(index, size - 1);
  if (proof.length !== sides.length) return false;
  let hash = leaf;
  for (const [step, sibling] of proof.entries()) {
    hash = await hashWithSibling(hash, sibling, sides[step], hashing);
  }
  return isSame(hash, root);
}

export interface ConsistencyClaim {
  from: number;
  fromRoot: Bytes;
  to: number;
  toRoot: Bytes;
  proof: readonly Bytes[];
}

/** False for sizes of 0: nothing follows from an empty tree. */
export async function isConsistent(
  { from, fromRoot, to, toRoot, proof }: ConsistencyClaim,
  hashing: Sha256,
): Promise<boolean> {
  if (!isSize(from) || !isSize(to) || from > to || ![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (from === to) return proof.length === 0 && isSame(fromRoot, toRoot);
  // The proof starts at the largest complete subtree at the end of the former tree.
  let [position, last] = [from - 1, to - 1];
  while (isOdd(position)) [position, last] = [half(position), half(last)];
  const sides = siblingSides(position, last);
  const [first, ...siblings] = position === 0 ? [fromRoot, ...proof] : proof;
  if (!first || siblings.length !== sides.length) return false;
  let [former, latter] = [first, first];
  for (const [step, sibling] of siblings.entries()) {
    if (sides[step] === 'left') former = await hashNode(sibling, former, hashing);
    latter = await hashWithSibling(latter, sibling, sides[step], hashing);
  }
  return isSame(former, fromRoot) && isSame(latter, toRoot);
}

type Side = 'left' | 'right';

/** Where the siblings are on the way up. `last` is the last position of the level (`sn` of RFC 9162). */
function siblingSides(position: number, last: number): Side[] {
  if (last === 0) return [];
  const above = siblingSides(half(position), half(last));
  if (isOdd(position)) return ['left', ...above];
  // The last node of a level has no sibling if its position is even.
  return position < last ? ['right', ...above] : above;
}

const hashWithSibling = (
  hash: Bytes,
  sibling: Bytes,
  side: Side | undefined,
  hashing: Sha256,
): Promise<Bytes> => (side === 'left' ? hashNode(sibling, hash, hashing) : hashNode(hash, sibling, hashing));

// Arithmetic, because bit operators would cut numbers to 32 bits.
const half = (number: number): number => Math.floor(number / 2);
const isOdd = (number: number): boolean => number % 2 === 1;

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size > 0;
const isIndex = (index: number, size: number): boolean =>
  Number.isSafeInteger(index) && index >= 0 && index < size;
const isHash = (hash: Bytes): boolean => hash.length === HASH_BYTES;
const isSame = (one: Bytes, other: Bytes): boolean => one.toHex() === other.toHex();
