/** Reads a log from its first entry on, and computes its tree from the entries: nothing of it is believed. */

import type { Checkpoint } from '../../core/public-log/checkpoint.ts';
import { type Bytes, type Crypto, HASH_BYTES } from '../../core/public-log/crypto.ts';
import { appendLeaf, hashLeaf, rootOf, type Tree } from '../../core/public-log/merkle.ts';
import type { Replay } from '../../core/public-log/replay.ts';
import {
  decodeBundle,
  decodeHashes,
  TILE_HEIGHT,
  TILE_WIDTH,
  type TileAddress,
  tilePath,
  tilesOf,
} from '../../core/public-log/tiles.ts';
import { type Findings, formatCount } from './findings.ts';
import { decodeText, type LogClient, ReadFailed, Unreachable } from './log-client.ts';

/** In a bundle, with its length in two bytes. */
const MAX_ENTRY_BYTES = 2 + 65_535;
const REPORT_EVERY = 5_000;
const READ_AT_ONCE = 4;

export interface LogReader {
  /** Reads on up to the size of a checkpoint. Rejects with `ReadFailed` if an entry cannot be read. */
  readTo(checkpoint: Checkpoint): Promise<void>;
  /** The root that the tree had at a size; null for one that was not asked for or not reached. */
  rootAt(size: number): Bytes | null;
}

interface ReaderOptions {
  client: LogClient;
  replay: Replay;
  crypto: Crypto;
  findings: Findings;
  report(line: string): void;
  /** What is appended to the addresses of tiles. */
  query: string;
  /** The size whose root is asked for later. */
  rememberedSize: number | null;
}

export function createLogReader(options: ReaderOptions): LogReader {
  const { client, replay, crypto, findings, report, query, rememberedSize } = options;
  let tree: Tree = { size: 0, frontier: [] };
  /** By level of tiles. */
  const hashes: Bytes[][] = [];
  let rootAtRememberedSize: Bytes | null = null;

  async function readTile({ width, ...tile }: TileAddress, bytesEach: number): Promise<Bytes> {
    const read = (w: number) =>
      client.readBytes(`/log/${tilePath({ ...tile, width: w })}${query}`, w * bytesEach);
    return read(width).catch((error: unknown) => {
      // The partial tiles of one that has become full may be gone.
      const isGone = width < TILE_WIDTH && error instanceof Unreachable && error.status === 404;
      return isGone ? read(TILE_WIDTH) : Promise.reject(error);
    });
  }

  async function readEntries(tile: TileAddress): Promise<string[]> {
    const texts = decodeBundle(await readTile(tile, MAX_ENTRY_BYTES))
      ?.slice(0, tile.width)
      .map(decodeText);
    if (texts?.length !== tile.width || !texts.every((text) => text !== null)) {
      throw new ReadFailed(`/log/${tilePath(tile)}`, `is not a bundle of ${tile.width} entries`);
    }
    return texts;
  }

  async function append(text: string): Promise<void> {
    const breach = await replay.apply(text);
    if (breach !== null) findings.add(breach);
    tree = await appendLeaf(tree, await hashLeaf(text, crypto), crypto, ({ level, hash }) => {
      if (level % TILE_HEIGHT > 0) return;
      const tileLevel = level / TILE_HEIGHT;
      hashes[tileLevel] ??= [];
      hashes[tileLevel].push(hash);
    });
    await keepRoot();
  }

  async function keepRoot(): Promise<void> {
    if (tree.size === rememberedSize) rootAtRememberedSize = await rootOf(tree.frontier, crypto);
  }

  /** Adds those entries that are new; those that were read before must be the same. */
  async function appendBundle(tile: TileAddress, texts: readonly string[], size: number): Promise<void> {
    for (const [offset, text] of texts.entries()) {
      const index = tile.position * TILE_WIDTH + offset;
      if (index === tree.size) {
        await append(text);
        if (tree.size % REPORT_EVERY === 0) {
          report(`Read ${formatCount(tree.size)} of ${formatCount(size)} entries.`);
        }
      } else if (!isSame(await hashLeaf(text, crypto), hashes[0]?.[index])) {
        findings.add(`Entry ${index} is not the one that was there before.`);
      }
    }
  }

  /** Returns a finding, or null. */
  async function checkTile(tile: TileAddress & { level: number }): Promise<string | null> {
    const start = tile.position * TILE_WIDTH;
    const expected = hashes[tile.level]?.slice(start, start + tile.width) ?? [];
    try {
      const found = decodeHashes(await readTile(tile, HASH_BYTES))?.slice(0, tile.width);
      const isRight =
        found?.length === expected.length && found.every((hash, index) => isSame(hash, expected[index]));
      return isRight ? null : `/log/${tilePath(tile)} does not have the hashes of the entries.`;
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      return `${error.message}.`;
    }
  }

  async function checkRoot({ size, root }: Checkpoint): Promise<void> {
    if (isSame(root, await rootOf(tree.frontier, crypto))) return;
    findings.add(`The ${formatCount(size)} entries do not give the root of the checkpoint.`);
  }

  return {
    async readTo(checkpoint) {
      const { size } = checkpoint;
      const before = tree.size;
      await keepRoot();
      const isNew = ({ level, position, width }: TileAddress) =>
        position * TILE_WIDTH + width >
        (level === 'entries' ? before : Math.floor(before / TILE_WIDTH ** level));
      for await (const [tile, texts] of readAhead(tilesOf('entries', size).filter(isNew), readEntries)) {
        await appendBundle(tile, texts, size);
      }
      await checkRoot(checkpoint);
      for (const level of hashes.keys()) {
        for await (const [, finding] of readAhead(tilesOf(level, size).filter(isNew), checkTile)) {
          if (finding !== null) findings.add(finding);
        }
      }
    },
    rootAt: (size) => (size === rememberedSize ? rootAtRememberedSize : null),
  };
}

const isSame = (one: Bytes, other: Bytes | undefined): boolean => one.toHex() === other?.toHex();

/** Reads several items at the same time, and returns them in their order. */
async function* readAhead<Item, Value>(
  items: readonly Item[],
  read: (item: Item) => Promise<Value>,
): AsyncGenerator<[Item, Value]> {
  const started: Promise<Value>[] = [];
  for (const [index, item] of items.entries()) {
    for (const next of items.slice(index + started.length, index + READ_AT_ONCE)) {
      const reading = read(next);
      // It is handled when its turn comes; until then it must not count as unhandled.
      reading.catch(() => {});
      started.push(reading);
    }
    const reading = started.shift();
    if (reading) yield [item, await reading];
  }
}
