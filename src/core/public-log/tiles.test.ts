import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sha256 } from '../../../tests/support/test-hashing.ts';
import { type Bytes, joinBytes } from './crypto.ts';
import {
  decodeBundle,
  decodeHashes,
  encodeBundle,
  parseTilePath,
  type TileAddress,
  tilePath,
  tilesOf,
} from './tiles.ts';

describe('paths of tiles', () => {
  test.each<[string, TileAddress]>([
    ['tile/0/000', { level: 0, position: 0, width: 256 }],
    ['tile/0/000.p/1', { level: 0, position: 0, width: 1 }],
    ['tile/1/017.p/255', { level: 1, position: 17, width: 255 }],
    ['tile/63/999', { level: 63, position: 999, width: 256 }],
    ['tile/0/x001/000', { level: 0, position: 1_000, width: 256 }],
    ['tile/0/x001/234.p/56', { level: 0, position: 1_234, width: 56 }],
    ['tile/0/x001/x234/067', { level: 0, position: 1_234_067, width: 256 }],
    ['tile/entries/x001/x234/067.p/8', { level: 'entries', position: 1_234_067, width: 8 }],
    ['tile/entries/273', { level: 'entries', position: 273, width: 256 }],
    ['tile/0/x009/x007/x199/x254/x740/991', { level: 0, position: 2 ** 53 - 1, width: 256 }],
  ])('%s', (path, tile) => {
    const [, level = '', rest = ''] = /^tile\/([^/]+)\/(.+)$/.exec(path) ?? [];
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(level, rest)).toEqual(tile);
  });

  test('are parsed as they were written', () => {
    const anyTile = fc.record<TileAddress>({
      level: fc.oneof(fc.nat({ max: 63 }), fc.constant('entries' as const)),
      position: fc.oneof(fc.nat({ max: 2_000_000 }), fc.maxSafeNat()),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(anyTile, (tile) => {
        const [, level, ...rest] = tilePath(tile).split('/');
        expect(parseTilePath(String(level), rest.join('/'))).toEqual(tile);
      }),
    );
  });

  test.each([
    ['0', ''],
    ['0', '0'],
    ['0', '00'],
    ['0', '0000'],
    ['0', '1234'],
    ['0', '001/234'],
    ['0', 'x001'],
    ['0', 'x001/'],
    ['0', 'x001/x234'],
    ['0', 'x000/001'],
    ['0', 'x000/x001/234'],
    ['0', 'X001/234'],
    ['0', 'x1/234'],
    ['0', 'x001//234'],
    ['0', '/000'],
    ['0', '000/'],
    ['0', '000\n'],
    ['0', ' 000'],
    ['0', '-01'],
    ['0', '+01'],
    ['0', '1e1'],
    ['0', '٠٠٠'],
    ['0', '000.p'],
    ['0', '000.p/'],
    ['0', '000.p/0'],
    ['0', '000.p/00'],
    ['0', '000.p/01'],
    ['0', '000.p/256'],
    ['0', '000.p/257'],
    ['0', '000.p/999'],
    ['0', '000.p/1000'],
    ['0', '000.p/+1'],
    ['0', '000.p/1.0'],
    ['0', '000.p/1/'],
    ['0', '000.p/1\n'],
    ['0', '000.P/1'],
    ['0', '000p/1'],
    ['0', '000%2Ep/1'],
    ['0', 'x001.p/1/234'],
    ['0', 'x009/x007/x199/x254/x740/992'],
    ['0', 'x001/x000/x000/x000/x000/x000/000'],
    ['00', '000'],
    ['01', '000'],
    ['64', '000'],
    ['100', '000'],
    ['-1', '000'],
    ['-0', '000'],
    ['+0', '000'],
    ['0.0', '000'],
    ['0x1', '000'],
    ['1e1', '000'],
    ['', '000'],
    [' ', '000'],
    ['NaN', '000'],
    ['Infinity', '000'],
    ['Entries', '000'],
    ['entries ', '000'],
    ['data', '000'],
  ])('%j and %j are refused', (level, rest) => {
    expect(parseTilePath(level, rest)).toBeNull();
  });

  test('a position of very many digits is refused', () => {
    expect(parseTilePath('0', `${'x001/'.repeat(100_000)}000`)).toBeNull();
  });

  test('any other text is refused or is the normal spelling', () => {
    const anyPart = fc.string({ unit: fc.constantFrom('0', '1', '9', 'x', '/', '.', 'p', '.p/') });
    fc.assert(
      fc.property(fc.constantFrom('0', '1', '9', '19', 'entries', '0x0', ''), anyPart, (level, rest) => {
        const tile = parseTilePath(level, rest);
        expect(tile && tilePath(tile)).toBe(tile && `tile/${level}/${rest}`);
      }),
    );
  });
});

describe('the tiles of a tree', () => {
  test('of 70,000 leaves are those of the example in tlog-tiles', () => {
    const summary = ([0, 1, 2, 3, 'entries'] as const).map((level) => {
      const tiles = tilesOf(level, 70_000);
      return [tiles.filter(({ width }) => width === 256).length, tiles.at(-1)?.width];
    });
    expect(summary).toEqual([
      [273, 112],
      [1, 17],
      [0, 1],
      [0, undefined],
      [273, 112],
    ]);
  });

  test('of 256 leaves are a full one and a partial one with its root', () => {
    expect(tilesOf(0, 256)).toEqual([{ level: 0, position: 0, width: 256 }]);
    expect(tilesOf(1, 256)).toEqual([{ level: 1, position: 0, width: 1 }]);
    expect(tilesOf(2, 256)).toEqual([]);
  });

  test('of the empty tree are none', () => {
    expect(tilesOf(0, 0)).toEqual([]);
    expect(tilesOf('entries', 0)).toEqual([]);
  });

  test('hold every complete node of their level once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 70_000 }), fc.constantFrom(0, 1, 2, 63), (size, level) => {
        const tiles = tilesOf(level, size);
        expect(tiles.map(({ position }) => position)).toEqual(tiles.map((_, index) => index));
        expect(tiles.slice(0, -1).every(({ width }) => width === 256)).toBe(true);
        const total = tiles.reduce((sum, { width }) => sum + width, 0);
        expect(total * 256 ** level).toBeLessThanOrEqual(size);
        expect((total + 1) * 256 ** level).toBeGreaterThan(size);
        expect(tiles.at(-1)?.width).not.toBe(0);
      }),
    );
  });
});

describe('hash tiles', () => {
  const HASHES = Array.from({ length: 256 }, (_, index) => sha256(String(index)));

  test.each([1, 2, 255, 256])('of %p hashes are decoded as they were encoded', (width) => {
    const tile = joinBytes(HASHES.slice(0, width));
    expect(tile.length).toBe(32 * width);
    expect(decodeHashes(tile)).toEqual(HASHES.slice(0, width));
  });

  test('are the hashes one after the other', () => {
    const [first, second] = HASHES as [Bytes, Bytes];
    expect(joinBytes([first, second]).toHex()).toBe(first.toHex() + second.toHex());
  });

  test.each([0, 1, 31, 33, 63, 8_191, 8_193, 8_224])('%p bytes are refused', (length) => {
    expect(decodeHashes(new Uint8Array(length))).toBeNull();
  });
});

describe('entry bundles', () => {
  const anyEntry = fc.uint8Array({ maxLength: 600 }).map((entry) => Uint8Array.from(entry));

  test('are decoded as they were encoded', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 256 }), (entries) => {
        expect(decodeBundle(encodeBundle(entries))).toEqual(entries);
      }),
      { numRuns: 30 },
    );
  });

  test('have the length of each entry in two bytes before it, the high byte first', () => {
    const long = new Uint8Array(258).fill(7);
    expect(encodeBundle([Uint8Array.of(5, 6), long]).toHex()).toBe(`00020506${'0102'}${'07'.repeat(258)}`);
  });

  test('hold entries of up to 65,535 bytes', () => {
    const longest = new Uint8Array(65_535).fill(1);
    expect(decodeBundle(encodeBundle([longest]))).toEqual([longest]);
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
  });

  test.each([
    ['nothing', ''],
    ['half a length', '00'],
    ['a length without its entry', '0001'],
    ['an entry that is cut off', '000201'],
    ['a byte after the entries', '00010200'],
    ['257 entries', '000101'.repeat(257)],
  ])('%s is refused', (_what, bundle) => {
    expect(decodeBundle(Uint8Array.fromHex(bundle))).toBeNull();
  });

  test('any bytes are refused or encode to the same', () => {
    const anyBundle = fc.uint8Array({ max: 3, maxLength: 60 }).map((bundle) => Uint8Array.from(bundle));
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        const entries = decodeBundle(bundle);
        if (entries) expect(encodeBundle(entries)).toEqual(bundle);
        else expect(entries).toBeNull();
      }),
    );
  });
});
