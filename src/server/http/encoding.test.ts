import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync } from 'node:zlib';
import { chooseEncoding, compress, encodingFor } from './encoding.ts';

describe('chooseEncoding', () => {
  test.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'zstd'],
    ['deflate', 'identity'],
    ['BR', 'br'],
    [';;;q=,,', 'identity'],
  ] as const)('%p gets %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

test('does not compress small responses', () => {
  expect(encodingFor('br', 100)).toBe('identity');
  expect(encodingFor('br', 10_000)).toBe('br');
});

test('compresses without loss in every encoding', async () => {
  const body = new TextEncoder().encode('five digits, '.repeat(200));
  expect(await compress(body, 'identity')).toEqual(body);
  expect(new Uint8Array(brotliDecompressSync(await compress(body, 'br')))).toEqual(body);
  expect(Bun.gunzipSync(await compress(body, 'gzip'))).toEqual(body);
  expect(new Uint8Array(Bun.zstdDecompressSync(await compress(body, 'zstd')))).toEqual(body);
});
