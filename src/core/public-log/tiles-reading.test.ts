import { describe, expect, test } from 'bun:test';
import { entryNames } from '../../../tests/support/merkle-trees.ts';
import { sha256, testHashing } from '../../../tests/support/test-hashing.ts';
import type { Bytes } from './crypto.ts';
import { consistencyProof, inclusionProof, type ReadNode } from './merkle.ts';
import { type HashTileAddress, nodeReaderFor, tilePath, tilesOf } from './tiles.ts';

/** The complete nodes of a tree by level, from the definition of RFC 6962. */
function completeNodes(entries: readonly string[]): Bytes[][] {
  const levels: Bytes[][] = [];
  let level = entries.map((entry) => sha256('\x00', entry));
  while (level.length > 0) {
    levels.push(level);
    const below = level;
    level = Array.from({ length: Math.floor(below.length / 2) }, (_, position) =>
      sha256('\x01', ...below.slice(2 * position, 2 * position + 2)),
    );
  }
  return levels;
}

describe('nodes read from tiles', () => {
  const stored = completeNodes(entryNames(65_537));
  const readStored: ReadNode = async (level, position) => stored[level]?.[position] as Bytes;

  /** A tile holds every eighth level of the tree. */
  const readTile = async ({ level, position, width }: HashTileAddress) =>
    (stored[8 * level] as Bytes[]).slice(256 * position, 256 * position + width);

  const PLACES = [0, 1, 254, 255, 256, 257, 300, 511, 512, 65_279, 65_534, 65_535, 65_536];

  test.each([1, 2, 3, 255, 256, 257, 258, 511, 512, 513, 514, 65_535, 65_536, 65_537])(
    'give the same proofs as stored nodes at size %p',
    async (size) => {
      const readNode = nodeReaderFor(readTile, size, testHashing);
      for (const index of PLACES.filter((place) => place < size)) {
        expect(await inclusionProof(readNode, index, size, testHashing)).toEqual(
          await inclusionProof(readStored, index, size, testHashing),
        );
        expect(await consistencyProof(readNode, index + 1, size, testHashing)).toEqual(
          await consistencyProof(readStored, index + 1, size, testHashing),
        );
      }
    },
  );

  test('are all the nodes of a tree', async () => {
    const size = 600;
    const readNode = nodeReaderFor(readTile, size, testHashing);
    for (let level = 0; 2 ** level <= size; level += 1) {
      const last = Math.floor(size / 2 ** level) - 1;
      for (const position of new Set([0, Math.floor(last / 2), last])) {
        expect(await readNode(level, position)).toEqual(await readStored(level, position));
      }
      await expect(readNode(level, last + 1)).rejects.toThrow(RangeError);
    }
    await expect(readNode(10, 0)).rejects.toThrow(RangeError);
  });

  test('only tiles of that size are read', async () => {
    const size = 65_537;
    const known = new Set([0, 1, 2].flatMap((level) => tilesOf(level, size)).map(tilePath));
    const read: string[] = [];
    const readNode = nodeReaderFor(
      (tile) => {
        read.push(tilePath(tile));
        return readTile(tile);
      },
      size,
      testHashing,
    );
    await inclusionProof(readNode, 300, size, testHashing);
    await inclusionProof(readNode, 65_536, size, testHashing);
    await consistencyProof(readNode, 65_100, size, testHashing);
    expect(read).toContain('tile/0/256.p/1');
    expect(read).toContain('tile/2/000.p/1');
    expect(read.filter((path) => !known.has(path))).toEqual([]);
  });

  test.each([255, 257])('a tile of %p instead of 256 hashes is refused', async (width) => {
    const readNode = nodeReaderFor((tile) => readTile({ ...tile, width }), 300, testHashing);
    await expect(readNode(0, 0)).rejects.toThrow(RangeError);
  });
});
