/** Tiles of the log as C2SP `tlog-tiles` defines them: their paths, hash tiles and entry bundles. */
import { type Bytes, HASH_BYTES, type Hashing, joinBytes } from './crypto.ts';
import { hashNode, type ReadNode } from './merkle.ts';

/** Levels of the tree in a tile. */
export const TILE_HEIGHT = 8;
/** Hashes or entries in a full tile. */
export const TILE_WIDTH = 256;

const MAX_LEVEL = 63;
const LENGTH_BYTES = 2;
const MAX_ENTRY_BYTES = 65_535;

export interface TileAddress {
  level: number | 'entries';
  /** Counts the tiles of that level from the left. */
  position: number;
  /** 1 to 256; a partial tile has less than 256. */
  width: number;
}

export type HashTileAddress = TileAddress & { level: number };

/** Below the prefix of the log, as in `tile/0/x001/234.p/56`. */
export function tilePath({ level, position, width }: TileAddress): string {
  const partial = width < TILE_WIDTH ? `.p/${width}` : '';
  return `tile/${level}/${positionPath(position)}${partial}`;
}

/** Groups of three digits, all but the last after an `x`: `x001/x234/067`. */
function positionPath(position: number): string {
  const digits = String(position);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return padded.replace(/\d{3}(?!$)/g, 'x$&/');
}

const PATH = /^((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/;

/** `rest` is what follows the level. Null for anything but the one normal spelling. */
export function parseTilePath(level: string, rest: string): TileAddress | null {
  const [, groups, width] = PATH.exec(rest) ?? [];
  if (!groups) return null;
  const tile: TileAddress = {
    level: level === 'entries' ? level : Number(level),
    position: Number(groups.replace(/\D/g, '')),
    width: width ? Number(width) : TILE_WIDTH,
  };
  return isAddress(tile) && tilePath(tile) === `tile/${level}/${rest}` ? tile : null;
}

const isAddress = ({ level, position, width }: TileAddress): boolean =>
  (level === 'entries' || (Number.isInteger(level) && level >= 0 && level <= MAX_LEVEL)) &&
  Number.isSafeInteger(position) &&
  width >= 1 &&
  width <= TILE_WIDTH;

/** All tiles of a level of a tree of that size, from the left. */
export function tilesOf<Level extends number | 'entries'>(
  level: Level,
  size: number,
): (TileAddress & { level: Level })[] {
  const count = countAt(level, size);
  return Array.from({ length: Math.ceil(count / TILE_WIDTH) }, (_, position) => ({
    level,
    position,
    width: widthAt(count, position),
  }));
}

/** How many hashes or entries the tiles of a level have in all. */
const countAt = (level: number | 'entries', size: number): number =>
  level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);

const widthAt = (count: number, position: number): number =>
  Math.min(TILE_WIDTH, count - position * TILE_WIDTH);

/**
 * Reads nodes of any level from the tiles of a tree of that size. Levels between those of tiles are computed.
 * Rejects with a RangeError if the tree has no such complete node, or the tile does not have its width.
 */
export function nodeReaderFor(
  readTile: (tile: HashTileAddress) => Promise<readonly Bytes[]>,
  size: number,
  hashing: Pick<Hashing, 'sha256'>,
): ReadNode {
  return async (level, position) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const span = 2 ** (level % TILE_HEIGHT);
    const start = position * span;
    const count = countAt(tileLevel, size);
    if (start + span > count) throw new RangeError(`no node ${level}/${position} in a tree of ${size}`);
    const tilePosition = Math.floor(start / TILE_WIDTH);
    const tile = { level: tileLevel, position: tilePosition, width: widthAt(count, tilePosition) };
    const hashes = await readTile(tile);
    if (hashes.length !== tile.width) throw new RangeError(`${tilePath(tile)} has ${hashes.length} hashes`);
    const offset = start % TILE_WIDTH;
    return completeRoot(hashes.slice(offset, offset + span), hashing);
  };
}

/** The root of a complete subtree. */
async function completeRoot(hashes: readonly Bytes[], hashing: Pick<Hashing, 'sha256'>): Promise<Bytes> {
  const [left, right] = hashes;
  if (left && !right) return left;
  const middle = hashes.length / 2;
  return hashNode(
    await completeRoot(hashes.slice(0, middle), hashing),
    await completeRoot(hashes.slice(middle), hashing),
    hashing,
  );
}

/** Null unless the bytes are 1 to 256 hashes. */
export function decodeHashes(tile: Bytes): Bytes[] | null {
  const width = tile.length / HASH_BYTES;
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH) return null;
  return Array.from({ length: width }, (_, index) =>
    tile.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

/** Entries in UTF-8, each after its length in two bytes. */
export function encodeBundle(entries: readonly Bytes[]): Bytes {
  return joinBytes(
    entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES)
        throw new RangeError(`an entry of ${entry.length} bytes is too long`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** Null unless the bytes are 1 to 256 entries. */
export function decodeBundle(bundle: Bytes): Bytes[] | null {
  const entries: Bytes[] = [];
  for (let start = 0; start < bundle.length; ) {
    const [high, low] = bundle.subarray(start, start + LENGTH_BYTES);
    if (high === undefined || low === undefined || entries.length === TILE_WIDTH) return null;
    const end = start + LENGTH_BYTES + high * 256 + low;
    if (end > bundle.length) return null;
    entries.push(bundle.slice(start + LENGTH_BYTES, end));
    start = end;
  }
  return entries.length > 0 ? entries : null;
}
