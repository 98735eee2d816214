import { beforeAll, describe, expect, test } from 'bun:test';
import {
  type BuiltTree,
  buildTree,
  entryNames,
  MAX_SIZE,
  reference,
} from '../../../tests/support/merkle-trees.ts';
import { sha256, testHashing } from '../../../tests/support/test-hashing.ts';
import type { Bytes } from './crypto.ts';
import {
  appendLeaf,
  consistencyProof,
  hashLeaf,
  hashNode,
  inclusionProof,
  isConsistent,
  isIncluded,
  type ReadNode,
  rootOf,
  type TreeNode,
} from './merkle.ts';

const hex = (hashes: readonly Bytes[]) => hashes.map((hash) => hash.toHex());
const bytes = (texts: readonly string[]) => texts.map((text) => Uint8Array.fromHex(text));

describe('the test data of Certificate Transparency', () => {
  const INPUTS = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((input) => Buffer.from(input, 'hex').toString('latin1'));

  const ROOTS = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  const INCLUSION: [index: number, size: number, proof: string[]][] = [
    [0, 1, []],
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      1,
      5,
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ];

  const CONSISTENCY: [from: number, to: number, proof: string[]][] = [
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ];

  let tree: BuiltTree;
  beforeAll(async () => {
    tree = await buildTree(INPUTS);
  });

  test('the roots of 0 to 8 leaves', () => {
    expect(hex(tree.roots)).toEqual(ROOTS);
  });

  test.each(INCLUSION)('leaf %p of %p', async (index, size, proof) => {
    expect(hex(await inclusionProof(tree.readNode, index, size, testHashing))).toEqual(proof);
    const [leaf, root] = [tree.leaves[index] as Bytes, Uint8Array.fromHex(ROOTS[size] as string)];
    const claim = { leaf, index, size, root, proof: bytes(proof) };
    expect(await isIncluded(claim, testHashing)).toBe(true);
  });

  test.each(CONSISTENCY)('from %p to %p leaves', async (from, to, proof) => {
    expect(hex(await consistencyProof(tree.readNode, from, to, testHashing))).toEqual(proof);
    const [fromRoot, toRoot] = bytes([ROOTS[from] as string, ROOTS[to] as string]) as [Bytes, Bytes];
    expect(await isConsistent({ from, fromRoot, to, toRoot, proof: bytes(proof) }, testHashing)).toBe(true);
  });
});

describe('appending', () => {
  let tree: BuiltTree;
  beforeAll(async () => {
    tree = await buildTree(entryNames(MAX_SIZE));
  });

  test('gives the root of RFC 6962 at every size', () => {
    expect(hex(tree.roots)).toEqual(
      Array.from({ length: MAX_SIZE + 1 }, (_, size) => reference.root(0, size).toHex()),
    );
  });

  test('reports every complete node once, with its hash', () => {
    const expected = new Map<string, string>();
    for (let level = 0; 2 ** level <= MAX_SIZE; level += 1) {
      for (let position = 0; (position + 1) * 2 ** level <= MAX_SIZE; position += 1) {
        const range = [position * 2 ** level, (position + 1) * 2 ** level] as const;
        expected.set(`${level}/${position}`, reference.root(...range).toHex());
      }
    }
    expect(new Map([...tree.nodes].map(([key, hash]) => [key, hash.toHex()]))).toEqual(expected);
  });

  test('reports the leaf first, then its parents upwards', async () => {
    const [first, second, third, fourth] = tree.leaves as [Bytes, Bytes, Bytes, Bytes];
    const left = await hashNode(first, second, testHashing);
    const right = await hashNode(third, fourth, testHashing);
    const reported: TreeNode[] = [];
    const before = { size: 3, frontier: [left, third] };
    const after = await appendLeaf(before, fourth, testHashing, (node) => reported.push(node));
    const root = await hashNode(left, right, testHashing);
    expect(reported).toEqual([
      { level: 0, position: 3, hash: fourth },
      { level: 1, position: 1, hash: right },
      { level: 2, position: 0, hash: root },
    ]);
    expect(after).toEqual({ size: 4, frontier: [root] });
    expect(before).toEqual({ size: 3, frontier: [left, third] });
  });

  test('throws if the frontier is not that of the size', async () => {
    const leaf = tree.leaves[0] as Bytes;
    await expect(appendLeaf({ size: 3, frontier: [leaf] }, leaf, testHashing)).rejects.toThrow(RangeError);
  });

  test('hashes entries as UTF-8', async () => {
    expect(await hashLeaf('സ്വർണ്ണ 🎡', testHashing)).toEqual(sha256(Uint8Array.of(0), 'സ്വർണ്ണ 🎡'));
  });
});

describe('sizes beyond 32 bits', () => {
  /** The nodes of a tree whose leaves are all the same, so that a node depends on its level only. */
  const levels = [sha256('same')];
  while (levels.length < 53) {
    const below = levels.at(-1) as Bytes;
    levels.push(sha256('\x01', below, below));
  }
  const readNode: ReadNode = async (level) => levels[level] as Bytes;

  const frontierOf = (size: number): Bytes[] =>
    [...size.toString(2)].flatMap((bit, index, bits) =>
      bit === '1' ? [levels[bits.length - 1 - index] as Bytes] : [],
    );

  const SIZES = [2 ** 32, 2 ** 32 + 1, 2 ** 40 + 12_345, 2 ** 52 + 2 ** 31 + 7, 2 ** 53 - 1];

  test.each(SIZES)('proofs of a tree of %p leaves verify', async (size) => {
    const root = await rootOf(frontierOf(size), testHashing);
    for (const index of [0, 1, 2 ** 31, 2 ** 32 - 1, size - 2, size - 1]) {
      const proof = await inclusionProof(readNode, index, size, testHashing);
      const claim = { leaf: levels[0] as Bytes, index, size, root, proof };
      expect(await isIncluded(claim, testHashing)).toBe(true);
    }
    for (const from of [1, 3, 2 ** 31 + 1, 2 ** 32 - 1, size - 1]) {
      const fromRoot = await rootOf(frontierOf(from), testHashing);
      const proof = await consistencyProof(readNode, from, size, testHashing);
      expect(await isConsistent({ from, fromRoot, to: size, toRoot: root, proof }, testHashing)).toBe(true);
    }
  });
});
